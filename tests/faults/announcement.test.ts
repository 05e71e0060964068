import assert from 'node:assert/strict'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { findAnnouncement, insertAnnouncement } from '#store/announcement/announcement.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { type SmtpPeer, startPeer } from '#tests/support/peer/smtp-peer.ts'
import { startWorkerProcess, type Timing, type WorkerProcess } from '#tests/support/process/mail-worker.ts'
import { test } from '#tests/support/tier.ts'

// Processes are killed while they write the emails of an announcement into the outbox: nobody is left out, and nobody gets two.

const PEOPLE = 1500 // in batches of 5
const timing: Timing = {
  worker: { leaseMs: 20_000, heartbeatMs: 5000, pollMs: 5, idleMs: 10, tidyMs: 2 },
  smtp: { connectMs: 20_000, greetingMs: 20_000, silenceMs: 20_000, wholeMs: 60_000 },
}
let database: TestDatabase
let peer: SmtpPeer
const workers: WorkerProcess[] = []
after(async () => {
  await Promise.all(workers.map((worker) => worker.kill()))
  await peer?.close()
  await database?.close()
})

const start = async (): Promise<WorkerProcess> => {
  const worker = await startWorkerProcess([{ database: database.database, url: peer.url }], timing)
  workers.push(worker)
  return worker
}
async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 120_000
  while (!(await isSo())) {
    assert.ok(performance.now() < deadline, 'waited too long')
    await sleep(2)
  }
}

test('killed between and during batches, with two processes at work, every person gets exactly one email', async () => {
  database = await testDatabase()
  peer = await startPeer()
  const { sql } = database
  await sql`truncate outbox, person cascade`
  const people = await sql<{ id: number }[]>`
    insert into person (login, name, email) select 'p' || n, 'P', 'p' || n || '@example.org' from generate_series(1, ${PEOPLE}::int) as n returning id`
  const [author] = await sql<{ id: number }[]>`insert into person (login, name) values ('c', 'C') returning id`
  const [at, sendAt] = [new Date(), new Date(Date.now() + 3_600_000)]
  const audience = { kind: 'person-list' as const, ids: people.map(({ id }) => id) }
  const id = await insertAnnouncement(sql, { subject: 'S', body: 'B', audience, authorId: author!.id, at, sendAt })
  const prepared = async () => (await sql<{ count: number }[]>`select count(*)::int as count from announcement_recipient`)[0]!.count
  for (const part of [0.02, 0.06, 0.1, 0.14]) {
    const both = await Promise.all([start(), start()])
    await until(async () => (await prepared()) >= PEOPLE * part)
    await Promise.all(both.map((worker) => worker.kill()))
    assert.ok((await prepared()) < PEOPLE, 'killed in the middle')
  }
  const [last] = await Promise.all([start(), start()])
  await until(async () => (await findAnnouncement(sql, id))!.state === 'ready')
  const [counts] = await sql`
    select count(*)::int as emails, count(distinct person_id)::int as people, (select count(*)::int from announcement_recipient) as recipients,
      (select recipients from announcement) as counted from outbox where kind = 'announcements'`
  assert.deepEqual({ ...counts }, { emails: PEOPLE, people: PEOPLE, recipients: PEOPLE, counted: PEOPLE })
  assert.equal(peer.taken.length, 0, 'held')
  await sql`update outbox set due_at = now()`
  await until(async () => (await findAnnouncement(sql, id))!.figures.sent === PEOPLE)
  assert.deepEqual([peer.taken.length, new Set(peer.taken.map(({ messageId }) => messageId)).size], [PEOPLE, PEOPLE])
  await last!.kill()
})
