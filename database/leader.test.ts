import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { startProxy } from '#tests/support/peer/database-proxy.ts'
import { claimJobs, type Leader, type LeaderTiming, leaderTiming, standForLeader } from './leader.ts'
import type { Database } from './sql.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase()
})
after(() => database?.close())

type Candidate = Leader & { id: string; events: string[] }
const candidates: Candidate[] = []
const fast = { lookMs: 50, heartbeatMs: 100 }

function stand(parts: string, timing: Partial<LeaderTiming> = fast, address = database.database): Candidate {
  const events: string[] = []
  const id = randomUUID()
  const leader = standForLeader({
    database: address,
    sql: database.sql,
    parts,
    nodeId: id,
    timing,
    onElected: (term) => events.push(`elected ${term}`),
    onLost: () => events.push('lost'),
  })
  const candidate = { ...leader, id, events }
  candidates.push(candidate)
  return candidate
}
after(() => Promise.all(candidates.map((one) => one.stop())))

async function until(fact: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!(await fact())) {
    assert.ok(performance.now() < deadline, 'it never became true')
    await sleep(20)
  }
}
const leading = (...given: Candidate[]) => given.filter((one) => one.term() !== null)
const endSessions = (text: string) => database.sql`
  select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid::bigint = 7305812
    and objid::bigint = (hashtext(${text})::bigint & 4294967295)`

test('one of several processes leads; when it stops, another one does, with the next term', async () => {
  const [a, b, c] = [stand('stop'), stand('stop'), stand('stop')]
  await until(() => leading(a, b, c).length > 0)
  const [first] = leading(a, b, c)
  assert.equal(first!.term(), 1)
  const [row] = await database.sql`select term::int as term, node_id as id from leadership where parts = 'stop'`
  assert.deepEqual(row, { term: 1, id: first!.id })
  await first!.stop()
  assert.equal(first!.term(), null)
  const others = [a, b, c].filter((one) => one !== first)
  await until(() => leading(...others).length === 1)
  assert.equal(leading(...others)[0]!.term(), 2)
  assert.deepEqual(first!.events, ['elected 1'], 'a stop is no loss')
})

test('another one leads within ten seconds, also after a leader that was paused', () => {
  const { lookMs, heartbeatMs, idleMs } = leaderTiming
  assert.ok(idleMs + lookMs <= 10_000)
  assert.ok(2 * heartbeatMs <= idleMs, 'a heartbeat that is late does not end a tenure')
})

test('processes with other parts have a leader of their own', async () => {
  const [api, auth] = [stand('api'), stand('auth')]
  await until(() => leading(api, auth).length === 2)
})

test('a leader that loses its connection knows it, and is replaced', async () => {
  const [a, b] = [stand('lost'), stand('lost', { ...fast, lookMs: 300 })]
  await until(() => leading(a, b).length === 1)
  const [first] = leading(a, b)
  await endSessions('lost')
  await until(() => first!.events.includes('lost'))
  await until(() => leading(a, b).length === 1)
  assert.equal(leading(a, b)[0]!.term(), 2)
})

test('a leader that is paused is replaced; the jobs are no longer its to run', async () => {
  const paused = stand('paused', { lookMs: 50, heartbeatMs: 3_600_000, idleMs: 500 }) // it sends no heartbeat, as if it was stopped
  await until(() => paused.events.includes('elected 1')) // its session ends after half a second
  const { sql } = database
  assert.equal(await claimJobs(sql, 'paused', 1, 3_600_000), true)
  const other = stand('paused')
  await until(() => other.term() === 2)
  await sql`update leadership set jobs_at = now() - interval '2 hours' where parts = 'paused'`
  assert.equal(await claimJobs(sql, 'paused', 1, 3_600_000), false, 'of the old term')
  assert.equal(await claimJobs(sql, 'paused', 2, 3_600_000), true)
})

test('the hourly jobs are claimed once in an hour, also after a takeover', async () => {
  const first = stand('jobs')
  await until(() => first.term() === 1)
  const claims = await Promise.all([1, 2, 3].map(() => claimJobs(database.sql, 'jobs', 1, 3_600_000)))
  assert.deepEqual(claims.toSorted(), [false, false, true])
  await first.stop()
  const second = stand('jobs')
  await until(() => second.term() === 2)
  assert.equal(await claimJobs(database.sql, 'jobs', 2, 3_600_000), false)
})

test('a leader stops although its database is frozen, and does not wait for the next heartbeat', { timeout: 60_000 }, async (t) => {
  const proxy = await startProxy(database.database as Exclude<Database, string>)
  t.after(proxy.close)
  const leader = stand('frozen', { lookMs: 50, heartbeatMs: 3_600_000 }, proxy.address)
  await until(() => leader.term() === 1)
  proxy.freeze()
  await leader.stop()
  assert.equal(leader.term(), null)
})
