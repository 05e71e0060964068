import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach } from 'node:test'
import { readRefreshToken, writeRefreshToken } from '#auth/token/refresh-token.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { claimsOf, openSession, ownSessions } from '#tests/support/session.ts'
import { refresh, tokensFrom } from '#tests/support/sign-in.ts'
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

test('fifty concurrent refreshes with one token, as by an app that restarts while it waits, rotate once', async () => {
  for (let round = 0; round < 4; round++) {
    const tokens = await openSession(service)
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(service, tokens.refreshToken)))
    const all = await Promise.all(answers.map(tokensFrom))
    assert.equal(new Set(all.map(({ refreshToken }) => refreshToken)).size, 1)
    assert.notEqual(all[0]!.refreshToken, tokens.refreshToken)
    const row = await rowOf(tokens.accessToken)
    assert.deepEqual([row.gen, row.revoked_at], [2, null])
    assert.ok(all.every(({ accessToken }) => claimsOf(accessToken).gen === 2))
    assert.equal((await ownSessions(service, all[17]!.accessToken)).status, 200)
    assert.equal((await refresh(service, all[33]!.refreshToken)).status, 200)
  }
})

test('a lost response is repeated on every retry, even late, and each is audited', async () => {
  const tokens = await openSession(service, 'vera') // at most 100 a day are audited for one person
  const lost = await tokensFrom(await refresh(service, tokens.refreshToken))
  for (const days of [0, 1, 10]) {
    pass(days * 86_400_000)
    const again = await tokensFrom(await refresh(service, tokens.refreshToken))
    assert.equal(again.refreshToken, lost.refreshToken)
    assert.equal(claimsOf(again.accessToken).gen, 2)
    assert.ok(claimsOf(again.accessToken).exp * 1000 > clock.getTime())
  }
  assert.deepEqual(await auditOf(tokens.accessToken), ['authn_login_success', ...Array(3).fill('authn_refresh_retry')])
})

test('a repeated response counts as use: after a retry on day 29 the session is valid on day 31', async () => {
  const tokens = await openSession(service)
  await tokensFrom(await refresh(service, tokens.refreshToken))
  pass(29 * 86_400_000)
  const again = await tokensFrom(await refresh(service, tokens.refreshToken))
  pass(2 * 86_400_000)
  assert.equal((await refresh(service, again.refreshToken)).status, 200)
})

test('a stolen token used after its successor ends the family, for thief and owner, and their access tokens', async () => {
  for (const use of ['a call', 'the next refresh']) {
    const stolen = await openSession(service)
    const next = await tokensFrom(await refresh(service, stolen.refreshToken))
    const last = use === 'a call' ? next : await tokensFrom(await refresh(service, next.refreshToken))
    assert.equal((await ownSessions(service, last.accessToken)).status, 200)
    pass(60_001)
    await assertProblem(await refresh(service, stolen.refreshToken), 'refresh_reused')
    await assertProblem(await refresh(service, last.refreshToken), 'session_revoked')
    await assertProblem(await refresh(service, stolen.refreshToken), 'session_revoked')
    for (const { accessToken } of [stolen, next, last]) assert.equal((await ownSessions(service, accessToken)).status, 401)
    const row = await rowOf(stolen.accessToken)
    assert.deepEqual([row.revoked_why, row.sealed, row.revoked_at], ['refresh_reuse', null, clock])
    assert.equal((await auditOf(stolen.accessToken)).at(-1), 'authn_refresh_reuse_detected')
  }
})

test('a token used in parallel with its successor, as by two windows, is tolerated for a minute', async () => {
  const first = await openSession(service)
  const next = await tokensFrom(await refresh(service, first.refreshToken))
  assert.equal((await ownSessions(service, next.accessToken)).status, 200)
  pass(60_000)
  assert.equal((await tokensFrom(await refresh(service, first.refreshToken))).refreshToken, next.refreshToken)
  assert.equal((await ownSessions(service, next.accessToken)).status, 200)
})

test('a token two generations old ends the family, even within the minute and without confirmation', async () => {
  const first = await openSession(service)
  const second = await tokensFrom(await refresh(service, first.refreshToken))
  const third = await tokensFrom(await refresh(service, second.refreshToken))
  await assertProblem(await refresh(service, first.refreshToken), 'refresh_reused')
  await assertProblem(await refresh(service, third.refreshToken), 'session_revoked')
})

test('a client that repeats the same token endlessly is rate limited, without affecting others', async () => {
  const tokens = await openSession(service)
  const other = await openSession(service)
  let answered = 0
  let slowed: Response | undefined
  // Repeats until refused: the bucket refills two per second, and this machine may be slow.
  for (let i = 0; i < 2000 && slowed === undefined; i += 40) {
    const answers = await Promise.all(Array.from({ length: 40 }, () => refresh(service, tokens.refreshToken)))
    slowed = answers.find(({ status }) => status === 429)
    answered += answers.filter(({ status }) => status === 200).length
  }
  assert.ok(slowed && answered >= 120, `${answered} answered`)
  assert.ok(Number(slowed.headers.get('retry-after')) >= 1)
  assert.equal((await refresh(service, other.refreshToken)).status, 200)
  assert.equal((await rowOf(tokens.accessToken)).revoked_at, null)
})

test('a session unused for thirty days has expired, for one day less it has not; after half a year it always has', async () => {
  const DAY = 86_400_000
  const idle = await openSession(service)
  pass(30 * DAY)
  await assertProblem(await refresh(service, idle.refreshToken), 'refresh_expired')
  let session = await openSession(service)
  for (let day = 0; day < 174; day += 29) {
    pass(29 * DAY)
    session = await tokensFrom(await refresh(service, session.refreshToken))
  }
  pass(6 * DAY - 1)
  session = await tokensFrom(await refresh(service, session.refreshToken))
  pass(1)
  await assertProblem(await refresh(service, session.refreshToken), 'refresh_expired')
})

// Statements on the auth schema during an action; those of the catalog do not count.
async function queriesDuring(work: () => Promise<unknown>): Promise<string[]> {
  const queries: string[] = []
  service.onStatement = (text) => {
    if (/\bauth\.|audit_event/.test(text)) queries.push(text)
  }
  try {
    await work()
  } finally {
    service.onStatement = () => {}
  }
  return queries
}

test('knowing a session id is not enough to end the session, or to cause a database query about it', async () => {
  const tokens = await openSession(service)
  const { sid } = claimsOf(tokens.accessToken)
  const genuine = readRefreshToken(tokens.refreshToken, service.app.auth.secrets.refreshMac)!
  const forged = [
    writeRefreshToken({ sid, gen: 1, secret: randomBytes(32) }, [randomBytes(32)]),
    writeRefreshToken({ sid, gen: 0, secret: genuine.secret }, [randomBytes(32)]),
    writeRefreshToken({ ...genuine, gen: 2 }, [Buffer.alloc(32)]),
    `${tokens.refreshToken.slice(0, -1)}${tokens.refreshToken.endsWith('A') ? 'B' : 'A'}`,
    sid,
    '',
  ]
  const queries = await queriesDuring(async () => {
    for (const token of forged) await assertProblem(await refresh(service, token), 'refresh_invalid')
  })
  assert.deepEqual(queries, [])
  assert.ok((await queriesDuring(() => refresh(service, tokens.refreshToken))).length > 0, 'the counting works')
  assert.equal((await rowOf(tokens.accessToken)).revoked_at, null)
  assert.equal((await ownSessions(service, tokens.accessToken)).status, 200)
})

test('a valid generation with a wrong secret, which only this service could sign, ends the session', async () => {
  for (const generation of [2, 1]) {
    const first = await openSession(service)
    await tokensFrom(await refresh(service, first.refreshToken))
    const { sid } = claimsOf(first.accessToken)
    const made = writeRefreshToken({ sid, gen: generation, secret: randomBytes(32) }, service.app.auth.secrets.refreshMac)
    await assertProblem(await refresh(service, made), 'refresh_reused')
    assert.equal((await rowOf(first.accessToken)).revoked_why, 'refresh_reuse')
  }
})

test('a signed token for a session that does not exist is refused like an invalid one', async () => {
  const { secrets } = service.app.auth
  const unknown = writeRefreshToken({ sid: crypto.randomUUID(), gen: 1, secret: randomBytes(32) }, secrets.refreshMac)
  const strip = async (response: Response) => ({ ...((await response.json()) as object), requestId: '' })
  assert.deepEqual(await strip(await refresh(service, unknown)), await strip(await refresh(service, 'garbage')))
})

test('a disabled person is refused, and can refresh again when enabled: the session was not ended', async () => {
  const tokens = await openSession(service, 'vera')
  await service.sql`update person set disabled_at = now() where login = 'vera'`
  await assertProblem(await refresh(service, tokens.refreshToken), 'account_disabled')
  await service.sql`update person set disabled_at = null where login = 'vera'`
  await tokensFrom(await refresh(service, tokens.refreshToken))
})
