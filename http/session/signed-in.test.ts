import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { createKeyRing, type KeyRing, maintainKeys } from '#auth/token/keys.ts'
import { makeMasterKey, secretsOf } from '#auth/token/secrets.ts'
import { signAccessToken } from '#auth/token/tokens.ts'
import type { ReservedSql, Sql } from '#database/sql.ts'
import { createLog } from '#http/observe/log.ts'
import { insertSession, revokeSession, rotateSession } from '#store/session/session.ts'
import { listPublicKeys } from '#store/session/signing-key.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { until } from '#tests/support/until.ts'
import { createTokenReader } from './access-token.ts'
import { followSessions } from './session-feed.ts'
import { bearerOf, createSignedIn, type SignedIn } from './signed-in.ts'

const ISSUER = 'https://directory.test/auth'
const log = createLog('silent')
const sealing = secretsOf([makeMasterKey()]).keySealing

let database: TestDatabase
let sql: Sql
let keys: KeyRing
let now: Date
let signedIn: SignedIn
let session: { sid: string; id: number; hash: Buffer }
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
before(async () => {
  database = await testDatabase()
  sql = database.sql
  now = new Date('2026-03-01T12:00:00Z')
  await sql`insert into person (id, login) values (1, 'ada'), (2, 'ivan')`
  await maintainKeys(sql, sealing, now)
  keys = createKeyRing(sql, sealing, () => now)
})
after(() => database?.close())
beforeEach(async () => {
  now = new Date('2026-03-01T12:00:00Z')
  await sql`update person set disabled_at = null, access = 'member'`
  const reader = createTokenReader({ issuer: ISSUER, listKeys: () => listPublicKeys(sql), now: () => now, log })
  signedIn = createSignedIn({ sql, now: () => now, reader })
  session = await open()
})

async function open(personId = 1, endsAt = new Date(now.getTime() + 86_400_000)) {
  const [sid, hash] = [randomUUID(), randomBytes(32)]
  const about = {
    personId,
    clientId: 'field-mobile',
    provider: 'idp',
    authTime: now,
    now,
    idleUntil: endsAt,
    endsAt,
    device: null,
    network: null,
  }
  return { sid, hash, id: await insertSession(sql, { ...about, sid, currentHash: hash }) }
}

async function bearer({ gen = 1, of = session, personId = 1, life = 8 * 3600 } = {}): Promise<string> {
  const grant = { personId, sid: of.sid, sessionId: of.id, gen, clientId: 'field-mobile', provider: 'idp', authTime: now }
  return `Bearer ${await signAccessToken(keys, ISSUER, grant, life, now)}`
}

const nothing = new Map<string, number[]>()
/** A poll of the change feed with this result. */
const poll = (touched: ReadonlyMap<string, number[]> = nothing, at = performance.now()) => signedIn.applyChanges(at, touched)
// A poll in the future, so that it stays fresh during the test.
const pollForLong = () => poll(nothing, performance.now() + 60_000)
const storedSession = async () => (await sql`select * from auth.session where sid = ${session.sid}`)[0]!

test('bearer tokens are parsed strictly', () => {
  assert.equal(bearerOf('Bearer a.b-c_d'), 'a.b-c_d')
  assert.equal(bearerOf('bEARER   abc'), 'abc')
  for (const text of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'abc',
    'Basic abc',
    'Bearer a b',
    'Bearer a=',
    'Bearer a\n',
    ' Bearer a',
    'Bearer\ta',
    'XBearer a',
  ])
    assert.equal(bearerOf(text), null, JSON.stringify(text))
})

test('the caller is read from the session, with the access level from the database', async () => {
  await sql`update person set access = 'curator' where id = 1`
  assert.deepEqual(await signedIn.find(await bearer()), {
    id: 1,
    access: 'curator',
    sid: session.sid,
    sessionId: session.id,
    clientId: 'field-mobile',
    authTime: now,
  })
})

test('there is no caller for an invalid token, an unknown session, another person or an ended session', async () => {
  assert.equal(await signedIn.find('Bearer garbage'), null)
  assert.equal(signedIn.cached('Basic x'), null)
  assert.equal(await signedIn.find(await bearer({ of: { ...session, sid: randomUUID() } })), null)
  assert.equal(await signedIn.find(await bearer({ personId: 2 })), null)
  await revokeSession(sql, session.sid, 'logout', now)
  assert.equal(await signedIn.find(await bearer()), null)
})

test('a disabled person is not a caller', async () => {
  const token = await bearer()
  await sql`update person set disabled_at = now() where id = 1`
  assert.equal(await signedIn.find(token), null)
})

test('an expired session is refused even if its token is valid', async () => {
  session = await open(1, new Date(now.getTime() + 60_000))
  const token = await bearer()
  pollForLong()
  pass(59_999)
  assert.ok(await signedIn.find(token))
  assert.ok(signedIn.cached(token))
  pass(1)
  assert.equal(signedIn.cached(token), undefined)
  assert.equal(await signedIn.find(token), null)
})

test('while the change feed is fresh the caller is cached', async () => {
  const token = await bearer()
  assert.equal(signedIn.cached(token), undefined)
  const caller = await signedIn.find(token)
  pollForLong()
  assert.deepEqual(signedIn.cached(token), caller)
})

test('when the last poll is older than 250 ms the cache is not used', async (t) => {
  const token = await bearer()
  await signedIn.find(token)
  assert.equal(signedIn.cached(token), undefined, 'no poll yet')
  const at = Math.round(performance.now())
  t.mock.method(performance, 'now', () => at)
  poll(nothing, at - 251)
  assert.equal(signedIn.cached(token), undefined)
  poll(nothing, at - 250)
  assert.ok(signedIn.cached(token))
})

test('a session that this process ended is evicted immediately', async () => {
  const token = await bearer()
  const other = await open(2)
  const others = await bearer({ of: other, personId: 2 })
  pollForLong()
  await signedIn.find(token)
  await signedIn.find(others)
  assert.equal(signedIn.hasEnded(session.sid), false)
  await revokeSession(sql, session.sid, 'logout', now)
  signedIn.forget([session.sid])
  assert.equal(signedIn.cached(token), undefined)
  assert.equal(await signedIn.find(token), null)
  assert.equal(signedIn.hasEnded(session.sid), true)
  assert.ok(signedIn.cached(others))
  assert.equal(signedIn.hasEnded(other.sid), false)
})

test('a poll evicts the sessions that changed in other processes: by session, by person, or all', async () => {
  const token = await bearer()
  const other = await open(2)
  const others = await bearer({ of: other, personId: 2 })
  const areCached = async (touched: [string, number[]][]) => {
    await signedIn.find(token)
    await signedIn.find(others)
    poll(new Map(touched), performance.now() + 60_000)
    return [signedIn.cached(token) !== undefined, signedIn.cached(others) !== undefined]
  }
  assert.deepEqual(await areCached([]), [true, true])
  assert.deepEqual(await areCached([['session', [session.id]]]), [false, true])
  assert.deepEqual(await areCached([['person', [2]]]), [true, false])
  assert.deepEqual(await areCached([['everything', [0]]]), [false, false])
  assert.deepEqual(
    await areCached([
      ['session', [999_999]],
      ['person', [999_999]],
    ]),
    [true, true],
  )
  assert.deepEqual(await areCached([['project', [session.id]]]), [true, true])
})

// A find whose query is blocked by a table lock until `meanwhile` is done.
async function findAcross(token: string, meanwhile: () => void | Promise<void>) {
  await signedIn.find(await bearer({ of: await open(2), personId: 2 })) // the keys are read
  const all = (await Promise.all(Array.from({ length: 10 }, () => sql.reserve()))) as ReservedSql[]
  const finding = signedIn.find(token)
  const [last, ...rest] = all
  await last!`begin`
  await last!`lock table auth.session in access exclusive mode`
  for (const one of rest) one.release()
  const waits = () => last!`
    select 1 from pg_locks where relation = 'auth.session'::regclass and not granted
      and database = (select oid from pg_database where datname = current_database())`
  while ((await waits()).length === 0) await new Promise((resolve) => setTimeout(resolve, 5)) // now it waits for the lock
  await meanwhile()
  await last!`rollback`
  last!.release()
  return finding
}

test('a session that was read before an eviction is not cached after it', async () => {
  const token = await bearer()
  pollForLong()
  assert.ok(await findAcross(token, () => {}))
  assert.ok(signedIn.cached(token), 'cached, as nothing was evicted')
  signedIn.forget([session.sid])
  assert.ok(await findAcross(token, () => signedIn.forget([randomUUID()])))
  assert.equal(signedIn.cached(token), undefined)
  assert.ok(await findAcross(token, () => poll(new Map([['session', [999_999]]]), performance.now() + 60_000)))
  assert.equal(signedIn.cached(token), undefined)
  assert.ok(await findAcross(token, () => pollForLong()))
  assert.ok(signedIn.cached(token), 'a poll without changes evicts nothing')
})

test('the first call with a generation confirms it in the database', async () => {
  await signedIn.find(await bearer())
  assert.equal((await storedSession()).confirmed_gen, 1)
  const rotation = { sid: session.sid, currentHash: session.hash, nextHash: randomBytes(32), sealed: randomBytes(9), now, idleUntil: now }
  await rotateSession(sql, rotation)
  pollForLong()
  const newer = await bearer({ gen: 2 })
  assert.ok(signedIn.cached(await verified(await bearer())), 'the former token is still valid')
  assert.equal((await storedSession()).confirmed_gen, 1)
  assert.equal(signedIn.cached(await verified(newer, false)), undefined, 'not from the cache, so that it is confirmed')
  await signedIn.find(newer)
  assert.equal((await storedSession()).confirmed_gen, 2)
  assert.ok(signedIn.cached(newer))
})
/** Verifies the token first, so that its claims are cached. */
async function verified(token: string, isFound = true): Promise<string> {
  if (isFound) await signedIn.find(token)
  else await signedIn.sessionOf(token, 5)
  return token
}

test('last_seen_at is updated at most every five minutes', async () => {
  const token = await bearer()
  const first = now
  await signedIn.find(token)
  pollForLong()
  const seen = async () => (await storedSession()).last_seen_at
  pass(299_999)
  await signedIn.find(token)
  assert.deepEqual(await seen(), first)
  pass(2)
  await signedIn.find(token)
  assert.deepEqual(await seen(), now)
  pollForLong()
  const again = now
  pass(59_000)
  assert.ok(signedIn.cached(token))
  for (let i = 0; i < 4; i++) {
    pass(60_001)
    await verified(token, false)
  }
  pass(995)
  assert.ok(signedIn.cached(token))
  pass(1)
  assert.equal(signedIn.cached(token), undefined, 'after five minutes it is reloaded, to update last_seen_at')
  assert.deepEqual(await seen(), again)
})

test('an expired token still gives the session to sign out, an invalid one does not', async () => {
  const token = await bearer({ life: 60 })
  pass(86_400_000)
  assert.equal(await signedIn.find(token), null)
  assert.equal(await signedIn.sessionOf(token, 90_000), session.sid)
  assert.equal(await signedIn.sessionOf(token, 5), null)
  assert.equal(await signedIn.sessionOf('Bearer garbage', 90_000), null)
  assert.equal(await signedIn.sessionOf('', 90_000), null)
})

test('polling evicts sessions that changed in other processes, and without polling the cache is not used', async (t) => {
  const token = await bearer()
  await signedIn.find(token)
  const feed = await followSessions(sql, signedIn, log)
  t.after(() => feed.stop())
  // A poll that took longer than 250 ms is no longer fresh when it ends: poll again.
  const untilCached = async (token: string) => {
    for (let polls = 0; polls < 100 && !signedIn.cached(token); polls++) await feed.refresh()
    assert.ok(signedIn.cached(token))
  }
  await untilCached(token)
  await revokeSession(sql, session.sid, 'logout', now)
  await feed.refresh()
  assert.equal(signedIn.cached(token), undefined)
  session = await open()
  const second = await bearer()
  await signedIn.find(second)
  await untilCached(second)
  await sql`update person set access = 'curator' where id = 1`
  await feed.refresh()
  assert.equal(signedIn.cached(second), undefined)
  assert.equal((await signedIn.find(second))!.access, 'curator')
  await untilCached(second)
  await feed.stop()
  await until(() => signedIn.cached(second) === undefined)
})
