import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { decodeJwt } from 'jose'
import { errorsOf } from '#contract/answers.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Language } from '#contract/language.ts'
import { exchangeCode, Tokens } from '#contract/mobile.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { loseStore, startService } from '#tests/support/service.ts'
import { insertedCode } from '#tests/support/session.ts'
import { codeFor, exchange, signIn, tokensFrom } from '#tests/support/sign-in.ts'
import { assertShape } from '#tests/support/strict-client.ts'
import { useService } from '#tests/support/use-service.ts'

let clock = new Date()
const { service } = useService({ now: () => clock })

type Own = { code: string; codeVerifier: string; clientId: string; redirectUri: string }

/** A code for one of our own clients. */
async function ownCode(login: string, more: Record<string, string> = {}, redirectUri = `${service.origin}/signin/done`): Promise<Own> {
  const codeVerifier = randomBytes(32).toString('base64url')
  const query = {
    redirect_uri: redirectUri,
    state: randomBytes(8).toString('hex'),
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  }
  const code = await codeFor(service, login, `${service.authUrl}/mobile/idpauthenticate?${new URLSearchParams(query)}`)
  return { code, codeVerifier, clientId: 'projectory-web', redirectUri }
}

const send = (body: string, headers: Record<string, string> = {}, to = service) =>
  fetch(`${to.authUrl}/mobile/exchange`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })

// The problem also has the OAuth error members, with the same meaning.
async function assertRefused(response: Response, code: ErrorCode, error: string, language: Language = 'en'): Promise<void> {
  const { error: oauthError, error_description: description, ...problem } = (await response.json()) as Record<string, string>
  assert.equal(oauthError, error)
  assert.equal(description, problem.detail)
  assert.ok(errorsOf(exchangeCode).includes(code), `${code} is not declared`)
  for (const { message } of (problem.errors ?? []) as unknown as { message: string }[])
    assert.match(message, /\S$/, 'it says what was expected')
  assert.equal(response.headers.get('set-cookie'), null)
  await assertProblem(new Response(JSON.stringify(problem), response), code, language)
}

const codeRow = async (code: string) => {
  const hash = createHash('sha256').update(code).digest()
  const [row] = await service.sql<{ isUsed: boolean; sid: string | null }[]>`
    select consumed_at is not null as "isUsed", sid from auth.code where hash = ${hash}`
  return row
}
const lastAudit = async () => {
  const [row] = await service.sql`select action, outcome, code, client_id as "clientId" from audit_event order by seq desc limit 1`
  return { ...row }
}

test('a code is exchanged for both tokens, exactly as the field client reads them', async () => {
  const code = await codeFor(service, 'anna')
  const response = await exchange(service, { code }, { authorization: 'Bearer long.gone.token', 'user-agent': 'ktor-client' })
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
  assert.match(response.headers.get('cache-control')!, /\bno-store\b/)
  assert.equal(response.headers.get('set-cookie'), null)
  assert.equal(response.headers.get('etag'), null)
  const tokens = await tokensFrom(response)
  assertShape(Tokens, tokens, 'exchangeCode')
  assert.equal(tokens.expiresIn, 8 * 3600)
  assert.match(tokens.refreshToken, /^pj_rt_1\.[\w-]+$/)
  const { id } = decodeJwt(tokens.accessToken)
  assert.ok(Number.isInteger(id))
  assert.equal(id, tokens.user.id)
  assert.deepEqual(await lastAudit(), { action: 'authn_login_success', outcome: 'success', code: null, clientId: 'field-mobile' })
})

test('our own client sends its verifier and gets its nonce once', async () => {
  const own = await ownCode('vera', { nonce: 'nonce-of-the-web-client' })
  const tokens = await tokensFrom(await exchange(service, own))
  assert.equal(tokens.expiresIn, 600)
  assert.equal(decodeJwt(tokens.accessToken).nonce, 'nonce-of-the-web-client')
  const next = await tokensFrom(
    await fetch(`${service.authUrl}/mobile/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken: tokens.refreshToken }),
    }),
  )
  assert.equal(decodeJwt(next.accessToken).nonce, undefined)
})

test('clientId and redirectUri are optional with a verifier', async () => {
  const { code, codeVerifier } = await ownCode('vera')
  await tokensFrom(await exchange(service, { code, codeVerifier }))
})

test('the device name is stored without control characters', async () => {
  const deviceOf = async (sessionId: number) => (await service.sql`select device from auth.session where id = ${sessionId}`)[0]!.device
  const code = () => codeFor(service, 'gleb')
  const named = { device: { name: 'Pixel\n8\u202e', platform: 'Android', appVersion: '2.1' }, unknown: ['key'] }
  assert.equal(
    await deviceOf((await tokensFrom(await exchange(service, { code: await code(), ...named }))).sessionId),
    'Pixel8, Android, 2.1',
  )
  const unnamed = await exchange(service, { code: await code() }, { 'user-agent': 'ktor-client' })
  assert.equal(await deviceOf((await tokensFrom(unnamed)).sessionId), 'Mobile app')
})

const faulty: [string, ErrorCode, string, Record<string, string>?][] = [
  ['no JSON', 'malformed_json', '{"code":'],
  ['JSON that poisons', 'malformed_json', '{"code":"x","__proto__":{"a":1}}'],
  ['more than 4 KiB', 'body_too_large', JSON.stringify({ code: 'x', unknown: 'x'.repeat(4096) })],
  ['a form', 'unsupported_media_type', 'code=x', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['plain text', 'unsupported_media_type', '{"code":"x"}', { 'content-type': 'text/plain' }],
  ['packed JSON', 'unsupported_media_type', '{"code":"x"}', { 'content-encoding': 'gzip' }],
  ['no code', 'invalid_input', '{}'],
  ['nothing', 'invalid_input', ''],
  ['a list around it', 'invalid_input', '["x"]'],
  ['a code in a list', 'invalid_input', '{"code":["x"]}'],
  ['a number for a code', 'invalid_input', '{"code":123}'],
  ['null for a code', 'invalid_input', '{"code":null}'],
  ['a number for a verifier', 'invalid_input', '{"code":"x","codeVerifier":1}'],
  ['null for a verifier', 'invalid_input', '{"code":"x","codeVerifier":null}'],
  ['a text for a device', 'invalid_input', '{"code":"x","device":"Pixel"}'],
  ['a transport of its own', 'invalid_value', '{"code":"x","transport":"pigeon"}'],
  ['a code longer than any of ours', 'invalid_value', JSON.stringify({ code: 'x'.repeat(201) })],
  ['a code nobody made', 'code_invalid', '{"code":"pj_ac_nobody"}'],
  ['an empty code', 'code_invalid', '{"code":""}'],
  ['a cookie for a page that does not say where it is', 'origin_not_allowed', '{"code":"x","transport":"cookie"}'],
  ['a cookie for a foreign page', 'origin_not_allowed', '{"code":"x","transport":"cookie"}', { origin: 'https://evil.example' }],
]
const oauthNames: Partial<Record<ErrorCode, string>> = { code_invalid: 'invalid_grant', origin_not_allowed: 'access_denied' }

for (const [what, code, body, headers] of faulty)
  test(`${what} is refused as ${code}, in both languages`, async () => {
    for (const language of ['en', 'ru'] as const) {
      const response = await send(body, { ...headers, 'accept-language': language })
      await assertRefused(response, code, oauthNames[code] ?? 'invalid_request', language)
    }
  })

test('a code works once: a replay within its minute revokes the session', async () => {
  const code = await codeFor(service, 'boris')
  const tokens = await tokensFrom(await exchange(service, { code }))
  await assertRefused(await exchange(service, { code }), 'code_invalid', 'invalid_grant')
  assert.deepEqual(await lastAudit(), {
    action: 'authn_code_replay',
    outcome: 'failure',
    code: 'code_invalid',
    clientId: 'field-mobile',
  })
  const headers = { authorization: `Bearer ${tokens.accessToken}` }
  assert.equal((await fetch(`${service.url}/user/sessions`, { headers })).status, 401)
})

const sessionsOf = (accessToken: string) =>
  fetch(`${service.url}/user/sessions`, { headers: { authorization: `Bearer ${accessToken}` } }).then(({ status }) => status)
const replays = async () => (await service.sql`select 1 from audit_event where action = 'authn_code_replay'`).length

test('[field] a used code with a valid access token of the session it created is refused and revokes nothing', async () => {
  const code = await codeFor(service, 'boris')
  const tokens = await tokensFrom(await exchange(service, { code }))
  const before = await replays()
  for (const scheme of ['Bearer', 'bearer', 'Bearer']) {
    const response = await exchange(service, { code }, { authorization: `${scheme} ${tokens.accessToken}` })
    await assertRefused(response, 'code_invalid', 'invalid_grant')
    assert.equal(await sessionsOf(tokens.accessToken), 200)
  }
  const refreshed = await tokensFrom(
    await fetch(`${service.authUrl}/mobile/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken: tokens.refreshToken }),
    }),
  )
  await assertRefused(
    await exchange(service, { code }, { authorization: `Bearer ${refreshed.accessToken}` }),
    'code_invalid',
    'invalid_grant',
  )
  assert.equal(await sessionsOf(refreshed.accessToken), 200, 'a later token of the same session counts as well')
  assert.equal(await replays(), before)
})

const notItsOwn: [string, (tokens: { accessToken: string }) => Promise<string | undefined>][] = [
  ['no token', async () => undefined],
  ['a token that is none', async () => 'garbage'],
  ['a token with another signature', async ({ accessToken }) => `${accessToken.slice(0, -8)}${'A'.repeat(8)}`],
  ['a token of another session of the same person', async () => (await signIn(service, 'boris')).accessToken],
  ['a token of another person', async () => (await signIn(service, 'curator')).accessToken],
]
for (const [what, tokenFor] of notItsOwn)
  test(`a used code with ${what} revokes the session it created`, async () => {
    const code = await codeFor(service, 'boris')
    const tokens = await tokensFrom(await exchange(service, { code }))
    const [before, token] = [await replays(), await tokenFor(tokens)]
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
    await assertRefused(await exchange(service, { code }, headers), 'code_invalid', 'invalid_grant')
    assert.equal(await sessionsOf(tokens.accessToken), 401)
    assert.equal(await replays(), before + 1)
    if (token !== undefined)
      assert.equal(await sessionsOf(token), what.startsWith('a token of') ? 200 : 401, 'the presented one is left alone')
  })

test('a used code with an expired token of its session revokes that session', async (t) => {
  t.after(() => {
    clock = new Date()
  })
  // The token lives longer than a code usually does.
  const code = await insertedCode(service, 'boris', { expiresAt: new Date(clock.getTime() + 10 * 3_600_000) })
  const tokens = await tokensFrom(await exchange(service, { code }))
  const hash = createHash('sha256').update(code).digest()
  clock = new Date(clock.getTime() + 9 * 3_600_000)
  const headers = { authorization: `Bearer ${tokens.accessToken}` }
  await assertRefused(await exchange(service, { code }, headers), 'code_invalid', 'invalid_grant')
  const [session] = await service.sql`
    select revoked_why as why from auth.session where sid = (select sid from auth.code where hash = ${hash})`
  assert.equal(session!.why, 'code_replay')
})

test('a code older than a minute is refused; if it was used before, nothing is revoked', async (t) => {
  t.after(() => {
    clock = new Date()
  })
  const [used, unused] = [await codeFor(service, 'boris'), await codeFor(service, 'boris')]
  const tokens = await tokensFrom(await exchange(service, { code: used }))
  clock = new Date(clock.getTime() + 60_000)
  await assertRefused(await exchange(service, { code: unused }), 'code_invalid', 'invalid_grant')
  await assertRefused(await exchange(service, { code: used }), 'code_invalid', 'invalid_grant')
  const headers = { authorization: `Bearer ${tokens.accessToken}` }
  assert.equal((await fetch(`${service.url}/user/sessions`, { headers })).status, 200)
})

const swaps: [string, (own: Own) => Partial<Own>][] = [
  ['another verifier', ({ codeVerifier: _, ...own }) => ({ ...own, codeVerifier: 'x'.repeat(43) })],
  ['no verifier', ({ codeVerifier: _, ...own }) => own],
  ['the challenge for a verifier', (own) => ({ ...own, codeVerifier: createHash('sha256').update(own.codeVerifier).digest('base64url') })],
  ['another client', (own) => ({ ...own, clientId: 'projectory-mobile' })],
  ['another address', (own) => ({ ...own, redirectUri: `${own.redirectUri}/` })],
]
for (const [what, swap] of swaps)
  test(`${what} is a pkce_mismatch that consumes the code, in both languages`, async () => {
    for (const language of ['en', 'ru'] as const) {
      const own = await ownCode('gleb')
      const refusal = await exchange(service, swap(own), { 'accept-language': language })
      await assertRefused(refusal, 'pkce_mismatch', 'invalid_grant', language)
      const audit = { action: 'authn_login_fail', outcome: 'failure', code: 'pkce_mismatch', clientId: 'projectory-web' }
      assert.deepEqual(await lastAudit(), audit)
      await assertRefused(await exchange(service, own), 'code_invalid', 'invalid_grant')
      assert.deepEqual(await codeRow(own.code), { isUsed: true, sid: null })
    }
  })

test('a verifier for a sign-in without a challenge is refused and consumes the code, in both languages', async () => {
  for (const language of ['en', 'ru'] as const) {
    const code = await codeFor(service, 'gleb')
    const headers = { 'accept-language': language }
    const codeVerifier = randomBytes(32).toString('base64url')
    await assertRefused(await exchange(service, { code, codeVerifier }, headers), 'verifier_unexpected', 'invalid_request', language)
    await assertRefused(await exchange(service, { code }), 'code_invalid', 'invalid_grant')
  }
})

test('only the web client may have a cookie', async () => {
  const code = await codeFor(service, 'gleb')
  const headers = { origin: service.origin }
  await assertRefused(await exchange(service, { code, transport: 'cookie' }, headers), 'origin_not_allowed', 'access_denied')
  assert.deepEqual(await codeRow(code), { isUsed: true, sid: null })
})

test('a person disabled between the click and the exchange is refused, in both languages', async (t) => {
  t.after(() => service.sql`update person set disabled_at = null where login = 'vera'`)
  for (const language of ['en', 'ru'] as const) {
    const code = await codeFor(service, 'vera')
    await service.sql`update person set disabled_at = now() where login = 'vera'`
    const response = await exchange(service, { code }, { 'accept-language': language })
    await assertRefused(response, 'account_disabled', 'access_denied', language)
    assert.equal((await codeRow(code))!.sid, null)
    await service.sql`update person set disabled_at = null where login = 'vera'`
  }
})

test('an unavailable database is a problem, in both languages', async (t) => {
  const alone = await startService()
  t.after(() => alone.close())
  const code = await codeFor(alone, 'gleb')
  await loseStore(alone)
  for (const language of ['en', 'ru'] as const) {
    const response = await send(JSON.stringify({ code }), { 'accept-language': language }, alone)
    await assertRefused(response, 'database_unavailable', 'temporarily_unavailable', language)
  }
})

const notices = async (login: string) =>
  (
    await service.sql`select data, request_id as "requestId" from outbox
      where kind = 'new_sign_in' and person_id = (select id from person where login = ${login}) order by id`
  ).map(({ data, requestId }) => ({ data, requestId }))

test('a sign-in on a new kind of device sends an email; the first sign-in and known devices do not', async () => {
  const device = { name: 'Pixel 8', platform: 'Android', appVersion: '1.2' }
  const enter = async (body: object, headers: Record<string, string> = {}) =>
    tokensFrom(await exchange(service, { ...body }, { 'user-agent': 'Firefox/1 (X11; Linux)', ...headers }))
  const field = async () => ({ code: await codeFor(service, 'newcomer') })
  await enter(await field())
  await enter(await field())
  assert.deepEqual(await notices('newcomer'), [])
  await enter({ ...(await field()), device }, { 'x-request-id': 'new-device-1' })
  await enter({ ...(await field()), device })
  await enter(await field(), { 'user-agent': 'Chrome/1 (Windows)' })
  await enter(await ownCode('newcomer')) // the same browser, another client
  await enter(await field())
  const sent = await notices('newcomer')
  assert.deepEqual(
    sent.map(({ data }) => data),
    ['Pixel 8, Android, 1.2', 'Chrome, Windows', 'Firefox, Linux'].map((name) => ({
      device: name,
      network: '127.0.0.x',
      at: clock.toISOString(),
    })),
  )
  assert.equal(sent[0]!.requestId, 'new-device-1')
})

test('a device without a name is recognised, and a refused code sends no email', async () => {
  await service.sql`delete from outbox`
  const silent = { 'user-agent': '' }
  for (const headers of [{ 'user-agent': 'Firefox/1' }, silent, silent])
    await tokensFrom(await exchange(service, { code: await codeFor(service, 'gleb') }, headers))
  assert.deepEqual(
    (await notices('gleb')).map(({ data }) => data.device),
    ['Firefox', null],
  )
  const code = await codeFor(service, 'gleb')
  await assertRefused(
    await send(JSON.stringify({ code, codeVerifier: 'x'.repeat(43) }), { 'user-agent': 'Safari/1' }),
    'verifier_unexpected',
    'invalid_request',
  )
  assert.equal((await notices('gleb')).length, 2)
})
