import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeJwt } from 'jose'
import { errorsOf } from '#contract/answers.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Language } from '#contract/language.ts'
import { refreshSession, Tokens } from '#contract/mobile.ts'
import { connect } from '#database/sql.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { loseStore, startService } from '#tests/support/service.ts'
import { refresh, signIn, signOut, tokensFrom } from '#tests/support/sign-in.ts'
import { assertShape } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'
import { personOf } from '#tests/support/world/requests.ts'
import { disablePerson } from '#tests/support/world/teams.ts'

const DAY = 86_400_000
let clock = new Date()
const { service } = useService({ now: () => clock })

const ahead = (t: { after(task: () => void): void }, ms: number) => {
  t.after(() => {
    clock = new Date()
  })
  clock = new Date(clock.getTime() + ms)
}
const send = (body: string, headers: Record<string, string> = {}, to = service) =>
  fetch(`${to.authUrl}/mobile/session`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })

async function assertRefused(response: Response, code: ErrorCode, error: string, language: Language = 'en'): Promise<void> {
  const { error: oauthError, error_description: description, ...problem } = (await response.json()) as Record<string, string>
  assert.equal(oauthError, error)
  assert.equal(description, problem.detail)
  assert.ok(errorsOf(refreshSession).includes(code), `${code} is not declared`)
  for (const { message } of (problem.errors ?? []) as unknown as { message: string }[])
    assert.match(message, /\S$/, 'it says what was expected')
  assert.equal(response.headers.get('set-cookie'), null)
  await assertProblem(new Response(JSON.stringify(problem), response), code, language)
}

/** The same refusal in both languages. */
async function assertBoth(refreshToken: string, code: ErrorCode, error = 'invalid_grant'): Promise<void> {
  for (const language of ['en', 'ru'] as const)
    await assertRefused(await refresh(service, refreshToken, { 'accept-language': language }), code, error, language)
}
const lastAudit = async () => (await service.sql`select action, code from audit_event order by seq desc limit 1`)[0]

test('a refresh token is exchanged for a new pair; Authorization and cookies are ignored', async () => {
  const first = await signIn(service, 'anna')
  const headers = { authorization: 'Bearer long.gone.token', cookie: 'pj_rt=pj_rt_1.other' }
  const response = await refresh(service, first.refreshToken, headers)
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
  assert.match(response.headers.get('cache-control')!, /\bno-store\b/)
  assert.equal(response.headers.get('set-cookie'), null)
  const next = await tokensFrom(response)
  assertShape(Tokens, next, 'refreshSession')
  assert.notEqual(next.refreshToken, first.refreshToken)
  assert.notEqual(next.accessToken, first.accessToken)
  assert.deepEqual([next.sessionId, next.user, next.expiresIn], [first.sessionId, first.user, 8 * 3600])
  const [before, after] = [decodeJwt(first.accessToken), decodeJwt(next.accessToken)]
  assert.equal(after.sid, before.sid)
  assert.equal(after.gen, (before.gen as number) + 1)
  assert.equal(after.auth_time, before.auth_time, 'a refresh is no sign-in')
})

test('a retry after a lost response returns the same successor', async () => {
  const first = await signIn(service, 'anna')
  const next = await tokensFrom(await refresh(service, first.refreshToken))
  const again = await tokensFrom(await refresh(service, first.refreshToken))
  assert.equal(again.refreshToken, next.refreshToken)
  assert.equal((await lastAudit())!.action, 'authn_refresh_retry')
  await tokensFrom(await refresh(service, next.refreshToken))
})

const faulty: [string, ErrorCode, string, Record<string, string>?][] = [
  ['no JSON', 'malformed_json', '{"refreshToken"'],
  ['JSON that poisons', 'malformed_json', '{"constructor":{"prototype":{}}}'],
  ['more than 4 KiB', 'body_too_large', JSON.stringify({ unknown: 'x'.repeat(4096) })],
  ['a form', 'unsupported_media_type', 'refreshToken=x', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['plain text', 'unsupported_media_type', '{}', { 'content-type': 'text/plain' }],
  ['a token in a list', 'invalid_input', '{"refreshToken":["x"]}'],
  ['a number for a token', 'invalid_input', '{"refreshToken":5}'],
  ['null for a token', 'invalid_input', '{"refreshToken":null}'],
  ['a list around it', 'invalid_input', '["x"]'],
  ['a token longer than any of ours', 'invalid_value', JSON.stringify({ refreshToken: 'x'.repeat(401) })],
  ['garbage', 'refresh_invalid', '{"refreshToken":"garbage"}'],
  ['an empty token', 'refresh_invalid', '{"refreshToken":""}'],
  ['a token with another mark', 'refresh_invalid', `{"refreshToken":"pj_rt_1.${'A'.repeat(91)}"}`],
  ['no token from nowhere', 'origin_not_allowed', '{}'],
  ['an empty body from nowhere', 'origin_not_allowed', ''],
  ['no token from a foreign page', 'origin_not_allowed', '{}', { origin: 'https://evil.example', cookie: 'pj_rt=x' }],
]
const oauthNames: Partial<Record<ErrorCode, string>> = { refresh_invalid: 'invalid_grant', origin_not_allowed: 'access_denied' }

for (const [what, code, body, headers] of faulty)
  test(`${what} is refused as ${code}, in both languages`, async () => {
    for (const language of ['en', 'ru'] as const) {
      const response = await send(body, { ...headers, 'accept-language': language })
      await assertRefused(response, code, oauthNames[code] ?? 'invalid_request', language)
    }
  })

test('a call without body token and cookie is refused', async () => {
  await assertRefused(await send('{}', { origin: service.origin }), 'refresh_invalid', 'invalid_grant')
})

test('a session expires after a month without use', async (t) => {
  const { refreshToken } = await signIn(service, 'gleb')
  ahead(t, 30 * DAY)
  await assertBoth(refreshToken, 'refresh_expired')
})

test('a session in use expires after half a year', async (t) => {
  let { refreshToken } = await signIn(service, 'gleb')
  for (let day = 0; day < 175; day += 25) {
    ahead(t, 25 * DAY)
    refreshToken = (await tokensFrom(await refresh(service, refreshToken))).refreshToken
  }
  ahead(t, 5 * DAY)
  await assertBoth(refreshToken, 'refresh_expired')
})

test('reuse of an old token revokes the session', async () => {
  const first = await signIn(service, 'vera')
  const second = await tokensFrom(await refresh(service, first.refreshToken))
  const third = await tokensFrom(await refresh(service, second.refreshToken))
  await assertRefused(await refresh(service, first.refreshToken), 'refresh_reused', 'invalid_grant')
  assert.deepEqual({ ...(await lastAudit()) }, { action: 'authn_refresh_reuse_detected', code: 'refresh_reused' })
  await assertBoth(third.refreshToken, 'session_revoked')
  const headers = { authorization: `Bearer ${third.accessToken}` }
  assert.equal((await fetch(`${service.url}/user/sessions`, { headers })).status, 401)
})

test('the problem for a reused token exists in Russian too', async () => {
  const first = await signIn(service, 'vera')
  const second = await tokensFrom(await refresh(service, first.refreshToken))
  await tokensFrom(await refresh(service, second.refreshToken))
  const response = await refresh(service, first.refreshToken, { 'accept-language': 'ru' })
  await assertRefused(response, 'refresh_reused', 'invalid_grant', 'ru')
})

test('after signing out no refresh is possible', async () => {
  const tokens = await signIn(service, 'boris')
  await signOut(service, tokens.accessToken)
  await assertBoth(tokens.refreshToken, 'session_revoked')
})

test('a disabled person gets no new tokens', async (t) => {
  const tokens = await signIn(service, 'boris')
  t.after(() => service.sql`update person set disabled_at = null where login = 'boris'`)
  await disablePerson(service.sql, await personOf(service.sql, 'boris'))
  await assertBoth(tokens.refreshToken, 'account_disabled', 'access_denied')
})

test('an unavailable database is a problem, in both languages, and the token stays valid', async (t) => {
  const tokens = await signIn(service, 'gleb')
  const sql = connect(service.database.database)
  const alone = await startService({ alone: 'auth', database: { ...service.database, sql } })
  t.after(() => alone.close())
  await loseStore(alone)
  for (const language of ['en', 'ru'] as const) {
    const response = await refresh(alone, tokens.refreshToken, { 'accept-language': language })
    await assertRefused(response, 'database_unavailable', 'temporarily_unavailable', language)
  }
  await tokensFrom(await refresh(service, tokens.refreshToken))
})
