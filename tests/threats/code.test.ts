import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, beforeEach } from 'node:test'
import { assertProblem } from '#tests/support/problem.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { claimsOf, insertedCode, ownSessions } from '#tests/support/session.ts'
import { exchange, type FieldTokens, postJson, refresh, tokensFrom } from '#tests/support/sign-in.ts'
import { test } from '#tests/support/tier.ts'

let service: TestService
let clock: Date
const pass = (ms: number) => {
  clock = new Date(clock.getTime() + ms)
}
before(async () => {
  clock = new Date()
  service = await startService({ now: () => clock })
})
after(() => service?.close())
beforeEach(() => {
  clock = new Date()
})

const rowOf = async (accessToken: string) => (await service.sql`select * from auth.session where sid = ${claimsOf(accessToken).sid}`)[0]!
const auditOf = async (accessToken: string) =>
  (await service.sql`select action from audit_event where sid = ${claimsOf(accessToken).sid} order by seq`).map(({ action }) => action)
const lastAudit = async () => ({
  ...(await service.sql`select action, outcome, code, client_id as client from audit_event order by seq desc limit 1`)[0],
})
const countSessions = async (): Promise<number> => (await service.sql`select count(*)::int as count from auth.session`)[0]!.count

const MOBILE = { clientId: 'projectory-mobile', redirectUri: 'org.projectory.app:/signed-in' }
async function withChallenge(bound = MOBILE) {
  const codeVerifier = randomBytes(32).toString('base64url')
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
  return { code: await insertedCode(service, 'gleb', { ...bound, codeChallenge }), codeVerifier, codeChallenge }
}

test('unknown, used and expired codes get the same refusal', async () => {
  const strip = async (response: Response) => {
    assert.equal(response.status, 401)
    const names = [...response.headers.keys()].filter((name) => !['date', 'x-request-id'].includes(name))
    const headers = names.map((name) => [name, response.headers.get(name)])
    return { ...((await response.json()) as object), requestId: '', headers }
  }
  const used = await insertedCode(service)
  await exchange(service, { code: used })
  const old = await insertedCode(service)
  const usedAndOld = await insertedCode(service)
  await exchange(service, { code: usedAndOld })
  const usedTwice = await strip(await exchange(service, { code: used }))
  pass(60_000)
  const unknown = `pj_ac_${randomBytes(32).toString('base64url')}`
  for (const code of [unknown, old, usedAndOld, used, 'x', ''])
    assert.deepEqual(await strip(await exchange(service, { code })), usedTwice, code)
})

test('reuse of a code within its minute ends its session; after the minute it does not', async () => {
  const code = await insertedCode(service)
  const tokens = await tokensFrom(await exchange(service, { code }))
  pass(60_000)
  await assertProblem(await exchange(service, { code }), 'code_invalid')
  assert.equal((await ownSessions(service, tokens.accessToken)).status, 200)
  const shared = await insertedCode(service)
  const first = await tokensFrom(await exchange(service, { code: shared }))
  for (let i = 0; i < 2; i++) assert.equal((await ownSessions(service, first.accessToken)).status, 200)
  pass(59_999)
  await assertProblem(await exchange(service, { code: shared }), 'code_invalid')
  assert.equal((await ownSessions(service, first.accessToken)).status, 401)
  await assertProblem(await refresh(service, first.refreshToken), 'session_revoked')
  assert.deepEqual(await auditOf(first.accessToken), ['authn_login_success', 'authn_code_replay'])
  assert.equal((await rowOf(first.accessToken)).revoked_why, 'code_replay')
})

test('of twenty concurrent exchanges of one code one is answered, and then its session is ended', async () => {
  const code = await insertedCode(service)
  const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(service, { code })))
  const good = answers.filter(({ status }) => status === 200)
  assert.equal(good.length, 1)
  const tokens = await tokensFrom(good[0]!)
  assert.equal((await ownSessions(service, tokens.accessToken)).status, 401)
})

test('another person’s code without its verifier is refused, and used up for its owner too', async () => {
  const wrong: [string, (right: { codeVerifier: string; codeChallenge: string }) => object][] = [
    ['no verifier', () => ({})],
    ['another verifier', () => ({ codeVerifier: randomBytes(32).toString('base64url') })],
    ['the challenge for a verifier', ({ codeChallenge }) => ({ codeVerifier: codeChallenge })],
    ['an empty verifier', () => ({ codeVerifier: '' })],
    ['another client', (right) => ({ codeVerifier: right.codeVerifier, clientId: 'field-mobile' })],
    ['another address', (right) => ({ codeVerifier: right.codeVerifier, redirectUri: `${MOBILE.redirectUri}/` })],
  ]
  for (const [what, bodyFor] of wrong) {
    const { code, ...right } = await withChallenge()
    const before = await countSessions()
    const response = await exchange(service, { code, ...bodyFor(right) })
    assert.equal((await assertProblem(response, 'pkce_mismatch')).code, 'pkce_mismatch', what)
    const noted = { action: 'authn_login_fail', outcome: 'failure', code: 'pkce_mismatch', client: 'projectory-mobile' }
    assert.deepEqual(await lastAudit(), noted, what)
    await assertProblem(await exchange(service, { code, codeVerifier: right.codeVerifier }), 'code_invalid')
    assert.equal(await countSessions(), before, what)
  }
})

test('the owner’s verifier is accepted, with and without client_id and redirect_uri', async () => {
  for (const names of [{}, MOBILE]) {
    const { code, codeVerifier } = await withChallenge()
    const tokens = await tokensFrom(await exchange(service, { code, codeVerifier, ...names }))
    assert.equal(tokens.expiresIn, 600)
    assert.equal((await ownSessions(service, tokens.accessToken)).status, 200)
  }
})

test('a code without PKCE cannot be injected into a client that uses PKCE', async () => {
  const code = await insertedCode(service)
  await assertProblem(await exchange(service, { code, codeVerifier: randomBytes(32).toString('base64url') }), 'verifier_unexpected')
  await assertProblem(await exchange(service, { code }), 'code_invalid')
})

test('a person disabled between sign-in and exchange gets no tokens', async () => {
  const code = await insertedCode(service, 'vera')
  await service.sql`update person set disabled_at = now() where login = 'vera'`
  const before = await countSessions()
  await assertProblem(await exchange(service, { code }), 'account_disabled')
  await service.sql`update person set disabled_at = null where login = 'vera'`
  assert.equal(await countSessions(), before)
  await assertProblem(await exchange(service, { code }), 'code_invalid')
})

const WEB = () => ({ clientId: 'projectory-web', redirectUri: `${service.origin}/signin/done` })
const cookieOf = (response: Response): string => response.headers.getSetCookie()[0]?.split(';')[0] ?? ''

test('a page of another origin gets no cookie, and the code is not used up', async () => {
  const { code, codeVerifier } = await withChallenge(WEB())
  const body = { code, codeVerifier, transport: 'cookie' }
  for (const headers of [
    {},
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: service.origin, 'sec-fetch-site': 'cross-site' },
  ]) {
    const response = await exchange(service, body, headers as Record<string, string>)
    assert.equal(cookieOf(response), '')
    await assertProblem(response, 'origin_not_allowed')
  }
  const response = await exchange(service, body, { origin: service.origin })
  assert.equal(response.status, 200)
  assert.match(cookieOf(response), /^pj_rt=pj_rt_1\./)
  assert.equal(((await response.json()) as FieldTokens).refreshToken, undefined)
})

test('the refresh token of a phone is not accepted as a cookie, and a phone gets no cookie', async () => {
  const asCookie = await exchange(service, { code: await insertedCode(service), transport: 'cookie' }, { origin: service.origin })
  assert.equal(cookieOf(asCookie), '')
  await assertProblem(asCookie, 'origin_not_allowed')
  const { refreshToken } = await tokensFrom(await exchange(service, { code: await insertedCode(service) }))
  const headers = { origin: service.origin, cookie: `pj_rt=${refreshToken}` }
  await assertProblem(await postJson(`${service.authUrl}/mobile/session`, {}, headers), 'refresh_invalid')
  await tokensFrom(await refresh(service, refreshToken))
})

test('a web session is refreshed by its cookie from our own origin only', async () => {
  const { code, codeVerifier } = await withChallenge(WEB())
  const cookie = cookieOf(await exchange(service, { code, codeVerifier, transport: 'cookie' }, { origin: service.origin }))
  const ask = (headers: Record<string, string>) => postJson(`${service.authUrl}/mobile/session`, {}, { cookie, ...headers })
  for (const headers of [{}, { origin: 'https://evil.example' }, { origin: service.origin, 'sec-fetch-site': 'cross-site' }])
    await assertProblem(await ask(headers as Record<string, string>), 'origin_not_allowed')
  const response = await ask({ origin: service.origin, 'sec-fetch-site': 'same-origin' })
  assert.equal(response.status, 200)
  const next = cookieOf(response)
  assert.ok(next !== cookie && next.startsWith('pj_rt='))
  const body = (await response.json()) as FieldTokens
  assert.deepEqual([body.refreshToken, body.expiresIn, claimsOf(body.accessToken).gen], [undefined, 600, 2])
})
