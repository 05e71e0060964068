import assert from 'node:assert/strict'
import { id, record, string } from '#tests/support/sample/kotlin.ts'
import type { TestService } from '#tests/support/service.ts'
import { createVisitor } from '#tests/support/visitor.ts'

// The deployed mobile client, as far as it stores state between its screens.

export const tokens = record({ accessToken: string, refreshToken: string })
const payload = record({ id })
type StoredTokens = ReturnType<typeof tokens>

const payloadOf = (accessToken: string) => JSON.parse(Buffer.from(accessToken.split('.')[1]!, 'base64url').toString()) as unknown

type Service = Pick<TestService, 'origin' | 'url' | 'authUrl' | 'config'>

export class Phone {
  readonly service: Service
  stored: StoredTokens | null = null // plain preferences, included in backups
  user: number | null = null
  lastLink: string | null = null // the intent's link is delivered again to every new activity
  readonly jar = new Map<string, string>()

  constructor(service: Service) {
    this.service = service
  }

  async call(address: string, body?: unknown, method = body === undefined ? 'GET' : 'POST'): Promise<Response> {
    const headers: Record<string, string> = {
      authorization: `Bearer ${this.stored?.accessToken ?? 'null'}`,
      accept: 'application/json',
      'accept-charset': 'UTF-8',
      'user-agent': 'ktor-client',
    }
    if (this.jar.size > 0) headers.cookie = [...this.jar].map((pair) => pair.join('=')).join('; ')
    if (body !== undefined) headers['content-type'] = 'application/json'
    const response = await fetch(address, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]!.split('=')
      this.jar.set(name, value)
    }
    return response
  }

  /** Sign-in in the system browser, which returns through a deep link. */
  async signIn(login: string): Promise<void> {
    const browser = createVisitor(Number(new URL(this.service.origin).port))
    const people = await browser.visit(`${this.service.authUrl}/mobile/githubauthenticate`)
    const end = await browser.press(people, 'login', login)
    assert.equal(end.url.href.split('?')[0], this.service.config.mobileRedirectUris[0])
    this.lastLink = end.url.href
    assert.equal((await this.followLink())?.status, 200)
  }

  /** Reads only the code; keeps its tokens when the exchange is refused. */
  async followLink(): Promise<Response | null> {
    const code = /[?&]code=([^&]*)/.exec(this.lastLink ?? '')?.[1]
    if (code === undefined) return null
    const response = await this.call(`${this.service.authUrl}/mobile/exchange`, { code: decodeURIComponent(code) })
    if (response.ok) await this.keep(response)
    return response
  }

  async keep(response: Response): Promise<void> {
    assertPlainJson(response)
    this.stored = tokens(await response.json(), 'tokens')
    this.user = payload(payloadOf(this.stored.accessToken), 'payload').id
  }

  sendRefresh = (): Promise<Response> => this.call(`${this.service.authUrl}/mobile/session`, { refreshToken: this.stored!.refreshToken })

  /** Once per start. Any status other than 2xx deletes both tokens. */
  async start(): Promise<void> {
    assert.equal((await this.call(this.service.authUrl)).status, 204)
    if (this.stored === null) return
    const response = await this.sendRefresh()
    if (response.ok) return this.keep(response)
    this.stored = null
    this.user = null
  }

  /** The app is killed after the server has answered and before the answer is stored (lost response). */
  async startAndLose(): Promise<void> {
    await this.call(this.service.authUrl)
    const response = await this.sendRefresh()
    await response.arrayBuffer()
    assert.equal(response.status, 200)
  }

  /** The activity is recreated during the first refresh: it is sent again, and the first response is discarded. */
  async startTwice(): Promise<void> {
    const [, response] = await Promise.all([this.sendRefresh(), this.sendRefresh()])
    assert.equal(response.status, 200)
    await this.keep(response)
  }

  own = (): Promise<Response> => this.call(`${this.service.url}/user/sessions`)

  async signOut(): Promise<number> {
    const { status } = await this.call(`${this.service.authUrl}/logout`)
    this.stored = null
    return status
  }
}

export function assertPlainJson(response: Response): void {
  assert.match(response.headers.get('content-type')!, /^application\/json(;|$)/)
  assert.deepEqual(response.headers.getSetCookie(), [])
  assert.match(response.headers.get('cache-control')!, /\bno-store\b/)
}
