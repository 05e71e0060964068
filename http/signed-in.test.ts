import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { createKeyRing, type KeyRing, maintainKeys } from '#auth/keys.ts'
import { makeMasterKey, secretsOf } from '#auth/secrets.ts'
import { signAccessToken } from '#auth/tokens.ts'
import { insertSession, revokeSession, rotateSession } from '#store/session.ts'
import { listPublicKeys } from '#store/signing-key.ts'
import type { ReservedSql, Sql } from '#store/sql.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { createTokenReader } from './access-token.ts'
import { createLog } from './log.ts'
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
/** A look at the change feed just now that brought this. */
const look = (touched: ReadonlyMap<string, number[]> = nothing, at = performance.now()) => signedIn.noteLook(at, touched)
// For a test to take its time, the look is noted as if it came later.
const lookForLong = () => look(nothing, performance.now() + 60_000)
const inStore = async () => (await sql`select * from auth.session where sid = ${session.sid}`)[0]!

test('the bearer is read from the header in one way only', () => {
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

test('a caller is who the session says, with the access of the store', async () => {
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

test('nobody is found by garbage, an unknown session, a foreign person or an ended session', async () => {
  assert.equal(await signedIn.find('Bearer garbage'), null)
  assert.equal(signedIn.known('Basic x'), null)
  assert.equal(await signedIn.find(await bearer({ of: { ...session, sid: randomUUID() } })), null)
  assert.equal(await signedIn.find(await bearer({ personId: 2 })), null)
  await revokeSession(sql, session.sid, 'logout', now)
  assert.equal(await signedIn.find(await bearer()), null)
})

test('a person switched off is nobody', async () => {
  const token = await bearer()
  await sql`update person set disabled_at = now() where id = 1`
  assert.equal(await signedIn.find(token), null)
})

test('a session past its end is over, whatever its token says', async () => {
  session = await open(1, new Date(now.getTime() + 60_000))
  const token = await bearer()
  lookForLong()
  pass(59_999)
  assert.ok(await signedIn.find(token))
  assert.ok(signedIn.known(token))
  pass(1)
  assert.equal(signedIn.known(token), undefined)
  assert.equal(await signedIn.find(token), null)
})

test('while the feed is fresh a caller is known from memory', async () => {
  const token = await bearer()
  assert.equal(signedIn.known(token), undefined)
  const caller = await signedIn.find(token)
  lookForLong()
  assert.deepEqual(signedIn.known(token), caller)
})

test('when the feed has been silent for a quarter of a second the store is asked', async (t) => {
  const token = await bearer()
  await signedIn.find(token)
  assert.equal(signedIn.known(token), undefined, 'no look yet')
  const at = Math.round(performance.now())
  t.mock.method(performance, 'now', () => at)
  look(nothing, at - 251)
  assert.equal(signedIn.known(token), undefined)
  look(nothing, at - 250)
  assert.ok(signedIn.known(token))
})

test('what this process ended is forgotten at once', async () => {
  const token = await bearer()
  const other = await open(2)
  const others = await bearer({ of: other, personId: 2 })
  lookForLong()
  await signedIn.find(token)
  await signedIn.find(others)
  assert.equal(signedIn.hasEnded(session.sid), false)
  await revokeSession(sql, session.sid, 'logout', now)
  signedIn.forget([session.sid])
  assert.equal(signedIn.known(token), undefined)
  assert.equal(await signedIn.find(token), null)
  assert.equal(signedIn.hasEnded(session.sid), true)
  assert.ok(signedIn.known(others))
  assert.equal(signedIn.hasEnded(other.sid), false)
})

test('what ended elsewhere is forgotten with the look that brings it: a session, a person, or everything', async () => {
  const token = await bearer()
  const other = await open(2)
  const others = await bearer({ of: other, personId: 2 })
  const isKnown = async (touched: [string, number[]][]) => {
    await signedIn.find(token)
    await signedIn.find(others)
    look(new Map(touched), performance.now() + 60_000)
    return [signedIn.known(token) !== undefined, signedIn.known(others) !== undefined]
  }
  assert.deepEqual(await isKnown([]), [true, true])
  assert.deepEqual(await isKnown([['session', [session.id]]]), [false, true])
  assert.deepEqual(await isKnown([['person', [2]]]), [true, false])
  assert.deepEqual(await isKnown([['everything', [0]]]), [false, false])
  assert.deepEqual(
    await isKnown([
      ['session', [999_999]],
      ['person', [999_999]],
    ]),
    [true, true],
  )
  assert.deepEqual(await isKnown([['project', [session.id]]]), [true, true])
})

// A find whose answer from the store is held back until `meanwhile` is done.
async function findAcross(token: string, meanwhile: () => void | Promise<void>) {
  await signedIn.find(await bearer({ of: await open(2), personId: 2 })) // the keys are read
  const all = (await Promise.all(Array.from({ length: 10 }, () => sql.reserve()))) as ReservedSql[]
  const finding = signedIn.find(token)
  await new Promise((resolve) => setTimeout(resolve, 30)) // it waits for a connection now
  const [last, ...rest] = all
  await last!`begin`
  await last!`lock table auth.session in access exclusive mode`
  for (const one of rest) one.release()
  const waits = () => last!`
    select 1 from pg_locks where relation = 'auth.session'::regclass and not granted
      and database = (select oid from pg_database where datname = current_database())`
  while ((await waits()).length === 0) await new Promise((resolve) => setTimeout(resolve, 5)) // it has asked and waits for the lock
  await meanwhile()
  await last!`rollback`
  last!.release()
  return finding
}

test('a session that was read before something was forgotten is not kept after it', async () => {
  const token = await bearer()
  lookForLong()
  assert.ok(await findAcross(token, () => {}))
  assert.ok(signedIn.known(token), 'kept, as nothing happened')
  signedIn.forget([session.sid])
  assert.ok(await findAcross(token, () => signedIn.forget([randomUUID()])))
  assert.equal(signedIn.known(token), undefined)
  assert.ok(await findAcross(token, () => look(new Map([['session', [999_999]]]), performance.now() + 60_000)))
  assert.equal(signedIn.known(token), undefined)
  assert.ok(await findAcross(token, () => lookForLong()))
  assert.ok(signedIn.known(token), 'a look that brings nothing does no harm')
})

test('the first call with a generation confirms it, in the store too', async () => {
  await signedIn.find(await bearer())
  assert.equal((await inStore()).confirmed_gen, 1)
  const rotation = { sid: session.sid, currentHash: session.hash, nextHash: randomBytes(32), sealed: randomBytes(9), now, idleUntil: now }
  await rotateSession(sql, rotation)
  lookForLong()
  const newer = await bearer({ gen: 2 })
  assert.ok(signedIn.known(await known(await bearer())), 'the former token is still good')
  assert.equal((await inStore()).confirmed_gen, 1)
  assert.equal(signedIn.known(await known(newer, false)), undefined, 'not from memory, or nobody would note it')
  await signedIn.find(newer)
  assert.equal((await inStore()).confirmed_gen, 2)
  assert.ok(signedIn.known(newer))
})
/** Read once, so that only the session has to be asked for. */
async function known(token: string, isFound = true): Promise<string> {
  if (isFound) await signedIn.find(token)
  else await signedIn.sessionOf(token, 5)
  return token
}

test('the store hears every five minutes at most that a person is there', async () => {
  const token = await bearer()
  const first = now
  await signedIn.find(token)
  lookForLong()
  const seen = async () => (await inStore()).last_seen_at
  pass(299_999)
  await signedIn.find(token)
  assert.deepEqual(await seen(), first)
  pass(2)
  await signedIn.find(token)
  assert.deepEqual(await seen(), now)
  lookForLong()
  const again = now
  pass(59_000)
  assert.ok(signedIn.known(token))
  for (let i = 0; i < 4; i++) {
    pass(60_001)
    await known(token, false)
  }
  pass(995)
  assert.ok(signedIn.known(token))
  pass(1)
  assert.equal(signedIn.known(token), undefined, 'after five minutes it asks again, to be seen')
  assert.deepEqual(await seen(), again)
})

test('a token that ran out still says which session to sign out, garbage does not', async () => {
  const token = await bearer({ life: 60 })
  pass(86_400_000)
  assert.equal(await signedIn.find(token), null)
  assert.equal(await signedIn.sessionOf(token, 90_000), session.sid)
  assert.equal(await signedIn.sessionOf(token, 5), null)
  assert.equal(await signedIn.sessionOf('Bearer garbage', 90_000), null)
  assert.equal(await signedIn.sessionOf('', 90_000), null)
})

test('whoever follows the feed hears what ended elsewhere, and asks the store when the feed breaks', async (t) => {
  const token = await bearer()
  await signedIn.find(token)
  const feed = await followSessions(sql, signedIn, log)
  t.after(() => feed.stop())
  // A look that took longer than a quarter of a second is no longer fresh when it ends; the next one will do.
  const untilKnown = async (token: string) => {
    for (let looks = 0; looks < 100 && !signedIn.known(token); looks++) await feed.refresh()
    assert.ok(signedIn.known(token))
  }
  await untilKnown(token)
  await revokeSession(sql, session.sid, 'logout', now)
  await feed.refresh()
  assert.equal(signedIn.known(token), undefined)
  session = await open()
  const second = await bearer()
  await signedIn.find(second)
  await untilKnown(second)
  await sql`update person set access = 'curator' where id = 1`
  await feed.refresh()
  assert.equal(signedIn.known(second), undefined)
  assert.equal((await signedIn.find(second))!.access, 'curator')
  await feed.stop()
  await new Promise((resolve) => setTimeout(resolve, 300))
  assert.equal(signedIn.known(second), undefined)
})
