import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import type { TestService } from '#tests/support/service.ts'
import { fieldStart, visitorFor } from '#tests/support/sign-in.ts'
import type { Answer, Visitor } from '#tests/support/visitor.ts'

// An OpenID provider that behaves correctly until a test changes one of its responses.

export type Claims = Record<string, unknown>
type Path = '/.well-known/openid-configuration' | '/authorize' | '/token' | '/jwks' | '/userinfo'
export type Bend = {
  discovery?(document: Claims): Claims
  /** The query of the redirect to the callback. */
  authorize?(answer: URLSearchParams): void
  claims?(claims: Claims): Claims
  /** Replaces the valid signature of the id_token. */
  sign?(claims: Claims): string | Promise<string>
  token?(answer: Claims): Claims
  userinfo?(claims: Claims): Claims
  /** Replaces an endpoint completely. */
  instead?: Partial<Record<Path, (response: ServerResponse) => void>>
}
export type EvilProvider = Awaited<ReturnType<typeof startEvilProvider>>

export const client = { id: 'directory', secret: 'the-secret-between-directory-and-provider' }

const make = async (alg: string, kid: string) => {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  return { alg, kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } as JWK }
}
export type Key = Awaited<ReturnType<typeof make>>
const [rsa, secondRsa, ec, strangeRsa, strangeEc] = await Promise.all([
  make('RS256', 'rsa'),
  make('RS256', 'rsa-2'),
  make('ES256', 'ec'),
  make('RS256', 'rsa'), // same kid as the published key
  make('ES256', 'ec'),
])
export const keys = { rsa, secondRsa, ec, strangeRsa, strangeEc }

export async function signed(claims: Claims, { kid, privateKey, ...key }: Key, header: { kid?: string; alg?: string } = {}) {
  const alg = header.alg ?? key.alg
  return new SignJWT(claims).setProtectedHeader({ kid, ...header, alg }).sign(await importJWK(await exportJWK(privateKey), alg))
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
/** A token with an arbitrary header and signature. */
export const written = (header: Claims, claims: Claims, signature = ''): string => `${part(header)}.${part(claims)}.${signature}`

const sha256 = (value: string) => createHash('sha256').update(value).digest('base64url')

export async function startEvilProvider(publicKeys: Key[] = [rsa, ec]) {
  const state = { bend: {} as Bend, person: { sub: '1' } as Claims, calls: [] as string[] }
  const codes = new Map<string, URLSearchParams>()
  const server = createServer((message, response) => void answer(message, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const send = (response: ServerResponse, body: unknown, status = 200) =>
    void response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }).end(JSON.stringify(body))

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(message.url!, issuer)
    state.calls.push(pathname)
    const { bend, person } = state
    const instead = bend.instead?.[pathname as Path]
    if (instead) return instead(response)
    if (pathname === '/.well-known/openid-configuration') return send(response, bend.discovery?.(discovery()) ?? discovery())
    if (pathname === '/jwks') return send(response, { keys: publicKeys.map(({ jwk }) => jwk) })
    if (pathname === '/userinfo') return send(response, bend.userinfo?.({ ...person }) ?? person)
    if (pathname === '/authorize') return authorize(searchParams, response)
    if (pathname === '/token') return redeem(new URLSearchParams(await text(message)), response)
    send(response, { error: 'not_found' }, 404)
  }

  const discovery = (): Claims => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    userinfo_endpoint: `${issuer}/userinfo`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    // A hostile document would list HS256 and none too.
    id_token_signing_alg_values_supported: ['RS256', 'ES256', 'HS256', 'none'],
    authorization_response_iss_parameter_supported: true,
  })

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const code = randomBytes(16).toString('hex')
    codes.set(code, query)
    const back = new URLSearchParams({ code, state: query.get('state')!, iss: issuer })
    state.bend.authorize?.(back)
    response.writeHead(302, { Location: `${query.get('redirect_uri')}?${back}` }).end()
  }

  async function redeem(form: URLSearchParams, response: ServerResponse): Promise<void> {
    const { bend, person } = state
    const begun = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const isProven = begun && sha256(form.get('code_verifier') ?? '') === begun.get('code_challenge')
    const isKnown = form.get('client_id') === client.id && form.get('client_secret') === client.secret
    if (!isProven || !isKnown || form.get('redirect_uri') !== begun.get('redirect_uri'))
      return send(response, { error: 'invalid_grant' }, 400)
    const now = Math.floor(Date.now() / 1000)
    const honest = { iss: issuer, aud: client.id, iat: now, exp: now + 300, nonce: begun.get('nonce')!, ...person }
    const claims = bend.claims?.({ ...honest }) ?? honest
    const id_token = await (bend.sign?.(claims) ?? signed(claims, publicKeys[0]!))
    const tokens = { access_token: randomBytes(16).toString('hex'), token_type: 'Bearer', expires_in: 300, id_token }
    send(response, bend.token?.({ ...tokens }) ?? tokens)
  }

  return Object.assign(state, {
    issuer,
    close() {
      server.closeAllConnections()
      server.close()
    },
  })
}

/** Writes a provider configuration file for PROVIDERS. */
export function providersFile(providers: object[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'projectory-providers-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'providers.json')
  writeFileSync(path, JSON.stringify(providers))
  return path
}

export const describe = ({ issuer }: Pick<EvilProvider, 'issuer'>, more: object = {}): object => ({
  name: 'evil',
  kind: 'oidc',
  issuer,
  client,
  allow: { everyone: true },
  ...more,
})

/** Callback URL to which the provider redirects after a sign-in started at this URL. */
export async function sentBack(visitor: Visitor, start: string): Promise<string> {
  const begun = await visitor.visit(start)
  if (begun.status !== 0) throw new Error(`not sent to the provider: ${begun.status} ${begun.text.slice(0, 200)}`)
  const { headers } = await fetch(begun.url, { redirect: 'manual' })
  return headers.get('location')!
}

/** A whole sign-in; ends at the app's redirect URI or at a page. */
export async function signInWith(service: TestService, name = 'evil', start = fieldStart(service, name)): Promise<Answer> {
  const visitor = visitorFor(service)
  return visitor.visit(await sentBack(visitor, start))
}

export type Traces = Record<'people' | 'identities' | 'codes' | 'sessions' | 'rejected', number>
/** Row counts of the tables that a sign-in writes to. */
export async function tracesIn({ sql }: Pick<TestService, 'sql'>): Promise<Traces> {
  const [row] = await sql<Traces[]>`
    select (select count(*)::int from person) as people, (select count(*)::int from auth.identity) as identities,
      (select count(*)::int from auth.code) as codes, (select count(*)::int from auth.session) as sessions,
      (select count(*)::int from audit_event where action = 'authn_callback_rejected') as rejected`
  return { ...row! }
}
