import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Sql } from '#database/sql.ts'
import { createLog } from '#http/observe/log.ts'
import {
  advanceAnnouncements,
  findAnnouncement,
  insertAnnouncement,
  recallAnnouncement,
  removeOldRecipients,
} from '#store/announcement/announcement.ts'
import { countRecipients, type StoredAudience } from '#store/announcement/audience.ts'
import { noteBounce } from '#store/mail/bounce.ts'
import { removeOldMails } from '#store/mail/queue.ts'
import { setChoice } from '#tests/support/choice.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { type SmtpPeer, startPeer } from '#tests/support/peer/smtp-peer.ts'
import { createComposer } from './compose.ts'
import { createSmtp } from './smtp.ts'
import { startWorker, type Worker } from './worker.ts'

// Announcements from the audience to the mail server: real workers, a real SMTP server.

let database: TestDatabase
let sql: Sql
let people: number[] = []
let curator = 0
before(async () => {
  database = await testDatabase()
  sql = database.sql
})
after(() => database.close())
const PEOPLE = 12
beforeEach(async () => {
  await sql`truncate outbox, mail_attempt, mail_bounce, announcement, announcement_recipient, notification, project, team, person cascade`
  const rows = await sql<{ id: number }[]>`
    insert into person (login, name, email) select 'p' || n, 'Person ' || n, 'p' || n || '@example.org' from generate_series(1, ${PEOPLE}::int) as n returning id`
  people = rows.map(({ id }) => id)
  const [row] = await sql<
    { id: number }[]
  >`insert into person (login, name, surname, access) values ('carol', 'Carol', 'Stone', 'curator') returning id`
  curator = row!.id
})

const today = '2026-11-10'
const now = new Date('2026-11-10T09:00:00Z')
async function team(members: number[], project?: number, isEnded = false): Promise<number> {
  const [row] = await sql<{ id: number }[]>`insert into team (name) values (gen_random_uuid()) returning id`
  for (const person of members) await sql`insert into member (team_id, person_id, name) values (${row!.id}, ${person}, 'm')`
  if (project)
    await sql`insert into assignment (team_id, project_id, assigned_at, ended_at, outcome) values (${row!.id}, ${project}, now(), ${isEnded ? now : null}, ${isEnded ? 'left' : null})`
  return row!.id
}
async function project(slug: string, dateEnd: string | null = null): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into project (slug, name, state, published_at, date_end) values (${slug}, ${slug}, 'published', now(), ${dateEnd}) returning id`
  return row!.id
}
const announce = (audience: StoredAudience = { kind: 'all-teams' }, sendAt = now) =>
  insertAnnouncement(sql, {
    subject: 'Meeting on Friday',
    body: 'At **14:00** in [room 12](https://example.org/r12).',
    audience,
    authorId: curator,
    at: now,
    sendAt,
  })
const advance = (batch?: number, store = sql) => advanceAnnouncements(store, { now, today, batch })
async function prepareAll(batch?: number): Promise<number> {
  let batches = 0
  while (await advance(batch)) batches++
  return batches
}
const figures = async (id: number) => (await findAnnouncement(sql, id))!.figures
const none = { people: 0, sent: 0, waiting: 0, failed: 0, bounced: 0, optedOut: 0, recalled: 0, cancelled: 0 }
const recipientsOf = async (audience: StoredAudience) => {
  const id = await announce(audience)
  await prepareAll()
  const rows = await sql<
    { person: number }[]
  >`select person_id as person from announcement_recipient where announcement_id = ${id} order by person_id`
  assert.equal((await countRecipients(sql, audience, today)).emails, rows.length, 'the number that was promised')
  return rows.map(({ person }) => people.indexOf(person) + 1)
}

const settings = {
  publicUrl: 'https://projects.example.org',
  apiUrl: 'https://projects.example.org/api',
  mailFrom: 'P <p@example.org>',
  mailTo: 'o@example.org',
  contact: null,
  settings: { name: 'Projects', accentHue: 172, locale: 'en' as const, timeZone: 'UTC', contact: null },
}
async function withWorkers(
  work: (peer: SmtpPeer, workers: Worker[]) => Promise<void>,
  { count = 1, at = () => now, peer: given = {} as Parameters<typeof startPeer>[0] } = {},
) {
  const peer = await startPeer(given)
  const stores = Array.from({ length: count }, () => connect(database.database, { max: 3 }))
  const workers = stores.map((store) =>
    startWorker({
      sql: store,
      now: at,
      log: createLog('silent'),
      compose: createComposer({ sql: store, now: at, ...settings }),
      transport: createSmtp({ url: peer.url }),
      advance: () => advanceAnnouncements(store, { now: at(), today, batch: 3 }),
      timing: { pollMs: 5, idleMs: 10, tidyMs: 5, retrySpeedup: 1e6 },
    }),
  )
  try {
    await work(peer, workers)
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()))
    await Promise.all(stores.map((store) => store.end({ timeout: 5 })))
    await peer.close()
  }
}
async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!(await isSo())) {
    assert.ok(performance.now() < deadline, 'waited too long')
    await sleep(10)
  }
}

test('each audience has the people it names, each once, with an account and an address', async () => {
  const [running, over, wanted] = [await project('running'), await project('over', '2026-11-09'), await project('wanted')]
  const [p1, p2, p3, p4, p5, p6, p7] = people as [number, number, number, number, number, number, number]
  await team([p1, p2], running)
  const free = await team([p2, p3])
  await team([p4], over)
  await team([p5], running, true)
  await team([p6, p7])
  await sql`update person set disabled_at = now() where id = ${p6}`
  await sql`update person set email = null where id = ${p7}`
  await sql`insert into request (team_id, project_id) values (${free}, ${wanted})`
  assert.deepEqual(await recipientsOf({ kind: 'all-teams' }), [1, 2, 3, 4, 5])
  assert.deepEqual(await recipientsOf({ kind: 'free-teams' }), [2, 3, 4, 5])
  assert.deepEqual(await recipientsOf({ kind: 'project-teams', project: 'running' }), [1, 2])
  assert.deepEqual(await recipientsOf({ kind: 'applicants', project: 'wanted' }), [2, 3])
  assert.deepEqual(await recipientsOf({ kind: 'team-list', ids: [free] }), [2, 3])
  assert.deepEqual(await recipientsOf({ kind: 'person-list', ids: [p1, p6, p7, people[8]!] }), [1, 9])
  assert.deepEqual(await countRecipients(sql, { kind: 'all-teams' }, today), { emails: 5, optedOut: 0, withoutAddress: 1 })
})

test('two workers prepare and send it in batches: every person gets one email, with text and unsubscribe header', async () => {
  await team(people)
  const id = await announce()
  await withWorkers(
    async (peer) => {
      await until(async () => (await figures(id)).sent === PEOPLE)
      assert.deepEqual(peer.taken.map(({ to }) => to).toSorted(), people.map((_, n) => `p${n + 1}@example.org`).toSorted())
      const { raw } = peer.taken[0]!
      assert.match(raw, /Subject: Meeting on Friday/)
      assert.match(raw, /List-Unsubscribe: <https:\/\/projects\.example\.org\/api\/mail\/unsubscribe\?token=[^>]+&kind=announcements>/)
      assert.match(raw.replace(/=\r\n/g, ''), /<strong>14:00<\/strong> in <a class=3D"accent" href=3D"https:\/\/example\.org\/r12"/)
      assert.match(raw, /Carol Stone, curator/)
    },
    { count: 2 },
  )
  assert.deepEqual(await figures(id), { ...none, people: PEOPLE, sent: PEOPLE })
})

test('nothing is sent before the undo window ends, and a recall cancels everything, in batches', async () => {
  await team(people)
  const id = await announce({ kind: 'all-teams' }, new Date(now.getTime() + 600_000))
  await withWorkers(async (peer) => {
    await until(async () => (await figures(id)).waiting === PEOPLE)
    assert.ok(await recallAnnouncement(sql, id, { by: curator, at: now }))
    await until(async () => (await findAnnouncement(sql, id))!.state === 'recalled')
    assert.equal(peer.taken.length, 0)
  })
  assert.deepEqual(await figures(id), { ...none, people: PEOPLE, recalled: PEOPLE })
  assert.equal(await recallAnnouncement(sql, id, { by: curator, at: now }), false, 'once')
})

test('a recall while it is prepared or sent stops the rest; what was sent stays sent', async () => {
  await team(people)
  const first = await announce()
  await advance(5)
  assert.ok(await recallAnnouncement(sql, first, { by: curator, at: now }))
  await prepareAll()
  assert.deepEqual(await figures(first), { ...none, people: 5, recalled: 5 })

  const second = await announce()
  let isOpen = false
  await withWorkers(
    async (peer) => {
      await until(async () => peer.taken.length >= 1 && (await figures(second)).people === PEOPLE)
      assert.ok(await recallAnnouncement(sql, second, { by: curator, at: now }))
      isOpen = true
      await until(async () => (await findAnnouncement(sql, second))!.state === 'recalled' && (await figures(second)).waiting === 0)
      const { sent, recalled, people: all } = await figures(second)
      assert.deepEqual([sent + recalled, peer.taken.length], [all, sent])
      assert.ok(recalled > 0 && sent > 0, `${sent} sent, ${recalled} recalled`)
    },
    // The server does not answer before the recall.
    { peer: { onTaken: () => until(() => isOpen) } },
  )
})

test('whoever has turned announcements off gets none, before or after it was sent; a digest has the whole text', async () => {
  await team(people.slice(0, 3))
  await setChoice(sql, people[0]!, 'announcements', 'off')
  const id = await announce()
  await prepareAll()
  await setChoice(sql, people[1]!, 'announcements', 'off')
  await setChoice(sql, people[2]!, 'announcements', 'daily')
  let clock = now
  await withWorkers(
    async (peer) => {
      // Both emails are worked on at the same time: each has to reach its state.
      const states = async () => (await sql<{ state: string }[]>`select state from outbox order by state`).map(({ state }) => state)
      await until(async () => (await states()).join() === 'cancelled,held')
      assert.deepEqual(await figures(id), { ...none, people: 3, optedOut: 2, waiting: 1 })
      assert.equal(peer.taken.length, 0)
      clock = new Date(now.getTime() + 86_400_000)
      await until(() => peer.taken.length === 1)
      const text = peer.taken[0]!.raw.replace(/=\r\n/g, '')
      assert.match(text, /Daily digest: 1 event/)
      assert.match(text, /<strong>14:00<\/strong>/)
      await until(async () => (await figures(id)).sent === 1)
    },
    { at: () => clock },
  )
  assert.deepEqual(await figures(id), { ...none, people: 3, optedOut: 2, sent: 1 })
})

test('rejected addresses and other failures are counted, with names, and the figures outlive the emails', async () => {
  await team(people.slice(0, 3))
  for (let times = 0; times < 2; times++) await noteBounce(sql, 'p1@example.org', { reply: 'gone', now })
  const id = await announce()
  let connection = 0
  await withWorkers(
    async () => until(async () => (await figures(id)).waiting === 0 && (await findAnnouncement(sql, id))!.state === 'ready'),
    { peer: { script: () => (connection++ === 0 ? { at: 'rcpt', does: 'answer', reply: '550 5.1.1 unknown user' } : null) } },
  )
  const found = (await findAnnouncement(sql, id))!
  assert.deepEqual(found.figures, { ...none, people: 3, bounced: 2, sent: 1 })
  assert.deepEqual(found.problems.map(({ person }) => person.name).length, 2)
  assert.equal(await removeOldRecipients(sql, new Date(now.getTime() + 13 * 86_400_000)), 0)
  assert.equal(await removeOldRecipients(sql, new Date(now.getTime() + 15 * 86_400_000)), 3)
  await removeOldMails(sql, new Date(now.getTime() + 400 * 86_400_000))
  assert.equal((await sql`select 1 from outbox`).length, 0)
  assert.deepEqual(await figures(id), found.figures)
})

test('emails are due at a bounded rate, so that others are not delayed behind them', async () => {
  await sql`insert into person (login, name, email) select 'q' || n, 'Q', 'q' || n || '@example.org' from generate_series(1, 1300) as n`
  const rows = await sql<{ id: number }[]>`select id from person where email is not null`
  const id = await announce({ kind: 'person-list', ids: rows.map((row) => row.id) })
  assert.equal(await prepareAll(500), 3)
  const minutes = await sql<{ minute: number; count: number }[]>`
    select (extract(epoch from due_at - ${now}::timestamptz) / 60)::int as minute, count(*)::int as count from outbox group by 1 order by 1`
  assert.deepEqual(
    minutes.map((row) => ({ ...row })),
    [
      { minute: 0, count: 600 },
      { minute: 1, count: 600 },
      { minute: 2, count: 1312 - 1200 },
    ],
  )
  assert.equal((await figures(id)).waiting, 1312)
})
