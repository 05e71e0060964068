import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createDevIdp } from '#dev-idp/provider.ts'
import { startService } from '#tests/support/service.ts'
import { fieldStart, visitorFor, walkThrough } from '#tests/support/sign-in.ts'
import { useService } from '#tests/support/use-service.ts'
import { type Answer, createVisitor } from '#tests/support/visitor.ts'

let clock = new Date()
const { service } = useService({ now: () => clock, env: { MAIL_TO: 'directory@uni.example' } })

const callbackPath = '/auth/mobile/idpcallback'
const counts = async () => {
  const [row] = await service.sql`select (select count(*)::int from auth.code) as codes, (select count(*)::int from person) as people`
  return { ...row }
}
const rejections = async () =>
  (await service.sql`select detail from audit_event where action = 'authn_callback_rejected' order by seq`).map(({ detail }) => detail)
const ownStart = () => {
  const query = {
    redirect_uri: `${service.origin}/signin/done`,
    state: 'state-of-the-client',
    code_challenge: createHash('sha256').update(randomBytes(32)).digest('base64url'),
    code_challenge_method: 'S256',
  }
  return `${fieldStart(service)}?${new URLSearchParams(query)}`
}

type Step = { url: string; cookie: string }

/** Signs in up to the callback, without opening it: its URL and the transaction cookie. */
async function beforeCallback(login: string, start = fieldStart(service)): Promise<Step> {
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  let url = start
  let body: string | undefined
  for (let step = 0; step < 10; step++) {
    if (url.includes('callback?')) return { url, cookie: cookie() }
    const isForm = body !== undefined
    const headers = { cookie: cookie(), ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}) }
    const response = await fetch(url, { redirect: 'manual', headers, method: isForm ? 'POST' : 'GET', body })
    for (const line of response.headers.getSetCookie()) jar.set(line.slice(0, line.indexOf('=')), /=([^;]*)/.exec(line)![1]!)
    const location = response.headers.get('location')
    const html = await response.text()
    body = location === null ? `login=${login}` : undefined
    url = new URL(location ?? /<form method="post" action="([^"]*)"/.exec(html)![1]!, url).href
  }
  throw new Error('no callback')
}
const finish = ({ url, cookie }: Step) => fetch(url, { redirect: 'manual', headers: { cookie, accept: 'text/html' } })

function assertPage(answer: Pick<Answer, 'status' | 'text'>, status: number, text: RegExp): void {
  assert.equal(answer.status, status)
  assert.match(answer.text, text)
}

test('the field client gets only a code, and the transaction cookie is dropped', async () => {
  const step = await beforeCallback('anna')
  const response = await finish(step)
  assert.equal(response.status, 302)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(response.headers.get('referrer-policy'), 'no-referrer')
  assert.match(response.headers.get('location')!, /^projectory:\/\/auth\/callback\?code=pj_ac_[\w-]{43}$/)
  const state = new URL(step.url).searchParams.get('state')!
  const name = `pj_tx_${createHash('sha256').update(state).digest('hex').slice(0, 8)}`
  assert.deepEqual(response.headers.getSetCookie(), [`${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`])
})

test('our own clients get their state and the issuer', async () => {
  const { url } = await walkThrough(service, 'anna', ownStart())
  assert.equal(url.origin + url.pathname, `${service.origin}/signin/done`)
  const { code, ...rest } = Object.fromEntries(url.searchParams)
  assert.match(code!, /^pj_ac_[\w-]{43}$/)
  assert.deepEqual(rest, { state: 'state-of-the-client', iss: service.authUrl })
})

test('a callback opened in another browser is refused and issues no code', async () => {
  const step = await beforeCallback('anna')
  const before = await counts()
  const response = await finish({ ...step, cookie: '' })
  assertPage({ status: response.status, text: await response.text() }, 400, /href="[^"]*\/auth\/mobile\/idpauthenticate"/)
  assert.equal(response.headers.get('location'), null)
  assert.deepEqual(await counts(), before)
  assert.equal((await finish(step)).status, 302, 'the browser that began it is not harmed')
})

test('the cookie of another sign-in is refused', async () => {
  const [mine, theirs] = [await beforeCallback('anna'), await beforeCallback('boris')]
  const [, value] = /^pj_tx_\w+=([^;]*)/.exec(mine.cookie)!
  const [, name] = /^(pj_tx_\w+)=/.exec(theirs.cookie)!
  assert.equal((await finish({ ...theirs, cookie: `${name}=${value}` })).status, 400)
  assert.equal((await finish({ ...theirs, cookie: `${name}=eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0....` })).status, 400)
  assert.equal((await finish(mine)).status, 302, 'and nothing is taken from its owner')
})

test('a replayed callback, with its cookie, is rejected and recorded', async () => {
  const step = await beforeCallback('anna')
  assert.equal((await finish(step)).status, 302)
  const before = await counts()
  const response = await finish(step)
  assert.equal(response.status, 400)
  assert.equal(response.headers.get('location'), null)
  assert.deepEqual(await counts(), before)
  assert.deepEqual((await rejections()).at(-1), { provider: 'idp', why: 'state used before' })
})

test('a sign-in that took longer than ten minutes has expired', async (t) => {
  t.after(() => {
    clock = new Date()
  })
  const step = await beforeCallback('anna')
  clock = new Date(clock.getTime() + 601_000)
  assert.equal((await finish(step)).status, 400)
})

test('a code unknown to the provider is rejected and recorded', async () => {
  const step = await beforeCallback('anna')
  const url = new URL(step.url)
  url.searchParams.set('code', 'made-up')
  const response = await finish({ ...step, url: url.href })
  assert.equal(response.status, 400)
  assert.equal(response.headers.get('location'), null)
  assert.equal((await rejections()).at(-1).provider, 'idp')
})

test('a callback with another issuer is rejected', async () => {
  const step = await beforeCallback('anna')
  const url = new URL(step.url)
  assert.equal(url.searchParams.get('iss'), `${service.origin}/idp`)
  url.searchParams.set('iss', 'https://evil.example')
  assert.equal((await finish({ ...step, url: url.href })).status, 400)
})

test('a missing, unknown or duplicate state is an error page', async () => {
  const visitor = visitorFor(service)
  assertPage(await visitor.visit(`${service.origin}${callbackPath}`), 400, /<html lang="en">/)
  assertPage(await visitor.visit(`${service.origin}${callbackPath}?state=x&code=y`), 400, /<html lang="en">/)
  assertPage(await visitor.visit(`${service.origin}${callbackPath}?state=x&state=y`), 400, /<code><bdi>state<\/bdi><\/code>/)
})

test('a cancelled sign-in is a page for the field client and an error parameter for the others', async () => {
  const cancel = async (start: string, language: string) => {
    const visitor = visitorFor(service, language)
    return visitor.press(await visitor.visit(start), 'cancel', 'yes')
  }
  assertPage(await cancel(fieldStart(service), 'en'), 400, /<h1>Sign-in cancelled<\/h1>[\s\S]*href="\/auth\/mobile\/idpauthenticate"/)
  assertPage(await cancel(fieldStart(service), 'ru'), 400, /<h1>Вход отменён<\/h1>/)
  const { url } = await cancel(ownStart(), 'en')
  const expected = { error: 'access_denied', state: 'state-of-the-client', iss: service.authUrl }
  assert.deepEqual(Object.fromEntries(url.searchParams), expected)
})

test('an account that is not allowed gets a page with its email and the contact, and creates no person', async () => {
  const before = await counts()
  const page = await walkThrough(service, 'outsider')
  assertPage(page, 403, /<bdi>outsider@elsewhere\.example<\/bdi>[\s\S]*directory@uni\.example/)
  const { url } = await walkThrough(service, 'outsider', ownStart())
  const expected = { error: 'access_denied', error_code: 'not_allowed', state: 'state-of-the-client', iss: service.authUrl }
  assert.deepEqual(Object.fromEntries(url.searchParams), expected)
  assert.deepEqual(await counts(), before)
})

test('a disabled account is refused', async () => {
  const before = await counts()
  assertPage(await walkThrough(service, 'former'), 403, /directory@uni\.example/)
  const { url } = await walkThrough(service, 'former', ownStart())
  const expected = { error: 'access_denied', error_code: 'account_disabled', state: 'state-of-the-client', iss: service.authUrl }
  assert.deepEqual(Object.fromEntries(url.searchParams), expected)
  assert.deepEqual(await counts(), before)
})

test('a sign-in started at one provider cannot be finished at another', async (t) => {
  const server = createServer((message, response) => idp.handle(message, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const idp = createDevIdp({ url: issuer, isRedirectUri: () => true, locale: 'en' })
  const folder = mkdtempSync(join(tmpdir(), 'projectory-providers-'))
  const one = { kind: 'oidc', issuer, client: idp.client, allow: { everyone: true } }
  writeFileSync(
    join(folder, 'two.json'),
    JSON.stringify([
      { ...one, name: 'first' },
      { ...one, name: 'second' },
    ]),
  )
  const two = await startService({ database: service.database, env: { PROVIDERS: join(folder, 'two.json') } })
  t.after(async () => {
    await two.close()
    server.close().closeAllConnections()
    rmSync(folder, { recursive: true })
  })
  const [browser, atProvider] = [visitorFor(two), createVisitor(port)]
  const { url } = await browser.visit(fieldStart(two, 'first'))
  const back = await atProvider.press(await atProvider.visit(url), 'login', 'anna')
  const elsewhere = new URL(back.url.href.replace('firstcallback', 'secondcallback'))
  assertPage(await browser.visit(elsewhere), 400, /href="\/auth\/mobile\/firstauthenticate"/)
  assert.deepEqual((await rejections()).at(-1), { provider: 'second', why: 'begun at another provider' })
})
