import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import type { Sql } from '#database/sql.ts'
import { currentPosition, listChanges } from '#store/change.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import {
  confirmSession,
  findLiveSession,
  findSessionToRefresh,
  insertSession,
  listSessions,
  type NewSession,
  type Rotation,
  revokeOwnSession,
  revokeSession,
  revokeSessionsOf,
  rotateSession,
} from './session.ts'

const DAY = 86_400_000
const start = new Date('2026-03-01T12:00:00.123Z')
const later = (ms: number): Date => new Date(start.getTime() + ms)

let database: TestDatabase
let sql: Sql
let sid: string
let hash: Buffer
before(async () => {
  database = await testDatabase()
  sql = database.sql
  await sql`insert into person (id, login, access) values (1, 'ada', 'curator'), (2, 'ivan', 'member')`
})
after(() => database?.close())
beforeEach(async () => {
  await sql`delete from auth.session`
  await sql`update person set disabled_at = null`
  ;({ sid, hash } = await open())
})

async function open(changes: Partial<NewSession> = {}) {
  const session = {
    sid: randomUUID(),
    personId: 1,
    clientId: 'field-mobile',
    provider: 'idp',
    authTime: later(-5000),
    now: start,
    idleUntil: later(30 * DAY),
    endsAt: later(180 * DAY),
    currentHash: randomBytes(32),
    device: 'Phone',
    network: '10.0.0.x',
    ...changes,
  }
  const id = await insertSession(sql, session)
  return { sid: session.sid, id, hash: session.currentHash }
}

const rotation = (changes: Partial<Rotation> = {}): Rotation => ({
  sid,
  currentHash: hash,
  nextHash: randomBytes(32),
  sealed: randomBytes(60),
  now: later(DAY),
  idleUntil: later(31 * DAY),
  ...changes,
})
const row = async (id = sid) => (await sql`select * from auth.session where sid = ${id}`)[0]!

test('a new session has the first generation, unconfirmed', async () => {
  const found = await findSessionToRefresh(sql, sid)
  const { id, ...rest } = found!
  assert.ok(Number.isInteger(id))
  assert.deepEqual(rest, {
    personId: 1,
    clientId: 'field-mobile',
    provider: 'idp',
    authTime: later(-5000),
    gen: 1,
    confirmedGen: 0,
    rotatedAt: start,
    currentHash: hash,
    previousHash: null,
    sealed: null,
    idleUntil: later(30 * DAY),
    endsAt: later(180 * DAY),
    revokedAt: null,
    isPersonActive: true,
  })
  assert.equal(await findSessionToRefresh(sql, randomUUID()), undefined)
})

test('a rotation shifts the hashes, increments the generation, stores the sealed successor and confirms the presented generation', async () => {
  const next = rotation()
  assert.equal(await rotateSession(sql, next), true)
  const found = (await findSessionToRefresh(sql, sid))!
  assert.deepEqual([found.gen, found.confirmedGen], [2, 1])
  assert.deepEqual([found.previousHash, found.currentHash, found.sealed], [hash, next.nextHash, next.sealed])
  assert.deepEqual([found.rotatedAt, found.idleUntil], [next.now, next.idleUntil])
  const { last_used_at: used, last_seen_at: seen } = await row()
  assert.deepEqual([used, seen], [next.now, next.now])
})

test('the idle timeout never exceeds the end of the session', async () => {
  await rotateSession(sql, rotation({ idleUntil: later(200 * DAY) }))
  assert.deepEqual((await findSessionToRefresh(sql, sid))!.idleUntil, later(180 * DAY))
})

test('a rotation fails with another hash, for another session or for a revoked one', async () => {
  const before = await row()
  assert.equal(await rotateSession(sql, rotation({ currentHash: randomBytes(32) })), false)
  assert.equal(await rotateSession(sql, rotation({ sid: randomUUID() })), false)
  assert.deepEqual(await row(), before)
  await revokeSession(sql, sid, 'logout', start)
  const ended = await row()
  assert.equal(await rotateSession(sql, rotation()), false)
  assert.deepEqual(await row(), ended)
})

test('a rotation does not affect other sessions', async () => {
  const other = await open({ currentHash: hash })
  const before = await row(other.sid)
  await rotateSession(sql, rotation())
  assert.deepEqual(await row(other.sid), before)
})

test('of fifty concurrent rotations one succeeds', async () => {
  const done = await Promise.all(Array.from({ length: 50 }, () => rotateSession(sql, rotation())))
  assert.equal(done.filter(Boolean).length, 1)
  assert.equal((await row()).gen, 2)
})

test('no rotation succeeds after a concurrent revocation', async () => {
  for (let round = 0; round < 40; round++) {
    ;({ sid, hash } = await open())
    const [, ended] = await Promise.all([rotateSession(sql, rotation()), revokeSession(sql, sid, 'logout', start)])
    assert.ok(ended)
    const { gen } = await row()
    assert.equal(await rotateSession(sql, rotation({ currentHash: (await row()).current_hash })), false)
    const left = await row()
    assert.deepEqual([left.gen, left.sealed], [gen, null])
  }
})

test('a revocation succeeds once, deletes the sealed successor and returns the owner', async () => {
  await rotateSession(sql, rotation())
  const { id } = await row()
  assert.deepEqual({ ...(await revokeSession(sql, sid, 'logout', later(1))) }, { sid, id, personId: 1, clientId: 'field-mobile' })
  const ended = await row()
  assert.deepEqual([ended.revoked_at, ended.revoked_why, ended.sealed], [later(1), 'logout', null])
  assert.equal(await revokeSession(sql, sid, 'again', later(2)), undefined)
  assert.deepEqual(await row(), ended)
  assert.equal(await revokeSession(sql, randomUUID(), 'logout', start), undefined)
})

test('a revocation is in the change feed once', async () => {
  const since = await currentPosition(sql)
  const { id } = await row()
  await rotateSession(sql, rotation())
  await confirmSession(sql, sid, 2, start)
  assert.equal((await listChanges(sql, since, ['session'])).touched.size, 0, 'a rotation is not in the change feed')
  await revokeSession(sql, sid, 'logout', start)
  await revokeSession(sql, sid, 'logout', start)
  assert.deepEqual((await listChanges(sql, since, ['session'])).touched.get('session'), [id])
  assert.equal((await listChanges(sql, since)).touched.size, 0, 'the catalog does not poll sessions')
})

test('a live session has the data for a call; revoked sessions and disabled people have none', async () => {
  const live = (await findLiveSession(sql, sid))!
  const { id: _, ...rest } = live
  assert.deepEqual(rest, {
    sid,
    personId: 1,
    access: 'curator',
    clientId: 'field-mobile',
    authTime: later(-5000),
    endsAt: later(180 * DAY),
    gen: 1,
    confirmedGen: 0,
    lastSeenAt: start,
  })
  await sql`update person set disabled_at = now() where id = 1`
  assert.equal(await findLiveSession(sql, sid), undefined)
  assert.equal((await findSessionToRefresh(sql, sid))!.isPersonActive, false)
  await sql`update person set disabled_at = null`
  await revokeSession(sql, sid, 'logout', start)
  assert.equal(await findLiveSession(sql, sid), undefined)
  assert.deepEqual((await findSessionToRefresh(sql, sid))!.revokedAt, start)
})

test('a confirmation only increases, and never exceeds the current generation', async () => {
  await rotateSession(sql, rotation())
  const confirmed = async (gen: number, now = start) => {
    await confirmSession(sql, sid, gen, now)
    return (await row()).confirmed_gen
  }
  assert.equal(await confirmed(1), 1)
  assert.equal(await confirmed(2), 2)
  assert.equal(await confirmed(1), 2)
  assert.equal(await confirmed(9), 2)
})

test('a confirmation also updates the last-seen time, and never decreases it', async () => {
  await confirmSession(sql, sid, 1, later(1000))
  assert.deepEqual((await row()).last_seen_at, later(1000))
  await confirmSession(sql, sid, 1, later(500))
  assert.deepEqual((await row()).last_seen_at, later(1000))
})

test('a confirmation does not affect other or revoked sessions', async () => {
  const other = await open()
  await revokeSession(sql, sid, 'logout', start)
  const before = [await row(), await row(other.sid)]
  await confirmSession(sql, sid, 1, later(9000))
  assert.deepEqual([await row(), await row(other.sid)], before)
})

test('all sessions of a person are revoked, or all but one; not those of others, nor expired ones', async () => {
  const current = await open()
  const other = await open({ personId: 2 })
  const idle = await open({ idleUntil: later(5) })
  const over = await open({ endsAt: later(5) })
  const late = await open({ idleUntil: later(11) })
  const done = await open()
  await revokeSession(sql, done.sid, 'logout', start)
  const ended = await revokeSessionsOf(sql, 1, 'everywhere', later(10), current.sid)
  assert.deepEqual(ended.map((one) => one.sid).toSorted(), [sid, late.sid].toSorted())
  assert.deepEqual([(await row(sid)).revoked_why, (await row(done.sid)).revoked_why], ['everywhere', 'logout'])
  for (const one of [current, other, idle, over]) assert.equal((await row(one.sid)).revoked_at, null)
  assert.deepEqual(
    (await revokeSessionsOf(sql, 1, 'everywhere', later(10))).map((one) => one.sid),
    [current.sid],
  )
})

test('a person can revoke their own session by id, and no other', async () => {
  const { id } = await row()
  assert.equal(await revokeOwnSession(sql, 2, id, 'ended_by_person', start), undefined)
  assert.equal((await row()).revoked_at, null)
  assert.equal((await revokeOwnSession(sql, 1, id, 'ended_by_person', start))!.sid, sid)
  assert.equal(await revokeOwnSession(sql, 1, id, 'ended_by_person', start), undefined)
})

test('live sessions are listed, last seen first', async () => {
  await open({ personId: 2 })
  await open({ endsAt: later(DAY), sid: randomUUID() })
  await revokeSession(sql, (await open()).sid, 'logout', start)
  const recent = await open({ now: later(60_000), device: null, network: null })
  const listed = await listSessions(sql, 1, later(DAY))
  assert.deepEqual(
    listed.map((one) => one.sid),
    [recent.sid, sid],
  )
  const { id: _, ...first } = listed[0]!
  assert.deepEqual(first, {
    sid: recent.sid,
    clientId: 'field-mobile',
    provider: 'idp',
    device: null,
    network: null,
    createdAt: later(60_000),
    lastSeenAt: later(60_000),
    expiresAt: later(30 * DAY),
  })
})

test('the database rejects a confirmation ahead of the generation, and a revocation without a reason', async () => {
  await assert.rejects(sql`update auth.session set confirmed_gen = 2 where sid = ${sid}`, /check constraint/)
  await assert.rejects(sql`update auth.session set revoked_at = now() where sid = ${sid}`, /check constraint/)
})
