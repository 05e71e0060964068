import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Sql } from '#database/sql.ts'
import { createLog } from '#http/observe/log.ts'
import { listWaitingApplications } from '#store/mail/application-digest.ts'
import { insertRequest } from '#store/request/change.ts'
import { setChoice } from '#tests/support/choice.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { startPeer } from '#tests/support/peer/smtp-peer.ts'
import { createComposer } from './compose.ts'
import { listApplications } from './reminders.ts'
import { createSmtp } from './smtp.ts'
import { startWorker } from './worker.ts'

// Emails to curators about applications: each of them immediately, or one list a day.

let database: TestDatabase
let sql: Sql
let [anna, carol, dave]: number[] = []
before(async () => {
  database = await testDatabase()
  sql = database.sql
})
after(() => database.close())
beforeEach(async () => {
  await sql`truncate outbox, mail_attempt, application_digest, notification, project, team, person cascade`
  const rows = await sql<{ id: number }[]>`
    insert into person (login, name, email, access) values ('anna', 'Anna', 'anna@example.org', 'member'),
      ('carol', 'Carol', 'carol@example.org', 'curator'), ('dave', 'Dave', 'dave@example.org', 'administrator') returning id`
  ;[anna, carol, dave] = rows.map(({ id }) => id)
})

const timeZone = 'Europe/Moscow'
const noon = new Date('2026-11-10T09:00:00Z') // 12:00 in Moscow
const later = (days: number, hours = 0): Date => new Date(noon.getTime() + (days * 24 + hours) * 3_600_000)

let count = 0
async function apply(at: Date, curator: number | null = null): Promise<number> {
  count++
  const [project] = await sql<{ id: number }[]>`
    insert into project (slug, name, state, published_at, curator_id)
    values (${`p-${count}`}, ${`Project ${count}`}, 'published', ${later(-20)}, ${curator}) returning id`
  const [team] = await sql<{ id: number }[]>`insert into team (name) values (${`Team ${count}`}) returning id`
  await sql`insert into member (team_id, person_id, name, is_administrator) values (${team!.id}, ${anna!}, 'Anna', true)`
  const request = { projectId: project!.id, teamId: team!.id, message: null, files: [] }
  return (await insertRequest(sql, request, { actorId: anna!, at })).id
}
const decline = (id: number) =>
  sql`insert into pending_decision (request_id, project_id, team_id, decision, decided_at, due_at)
    select id, project_id, team_id, 'approved', now(), now() from request where id = ${id}`
const list = (now = noon, store = sql) => listApplications({ sql: store, now, timeZone })
const mails = (kind: string) =>
  sql<{ person: number }[]>`select person_id as person from outbox where kind = ${kind} order by person_id`.then((rows) =>
    rows.map(({ person }) => person),
  )

test('once a day after 8:00 curators get the list, if something waits since before 8:00', async () => {
  assert.equal(await list(), 0, 'nothing waits')
  await apply(later(0, -1))
  assert.equal(await list(), 0, 'it came after 8:00')
  assert.equal(await list(new Date('2026-11-11T04:59:00Z')), 0, '7:59 in Moscow')
  assert.equal(await list(new Date('2026-11-11T05:00:00Z')), 2)
  assert.equal(await list(later(1)), 0, 'once a day')
  assert.deepEqual(await mails('requests_waiting'), [carol, dave])
  assert.equal(await list(later(2)), 2, 'and again while it waits')
  await setChoice(sql, carol!, 'request_new', 'at-once')
  await setChoice(sql, dave!, 'request_new', 'off')
  assert.equal(await list(later(3)), 0)
})

test('an application goes to its reviewer or the responsible curator, and to all curators if there is none', async () => {
  const [own, assigned] = [await apply(later(-3)), await apply(later(-2))]
  await sql`update project set curator_id = ${carol!} where id in (select project_id from request)`
  assert.equal(await list(), 1)
  assert.deepEqual(await mails('requests_waiting'), [carol])
  await sql`update request set reviewer_id = ${dave!} where id = ${assigned}`
  assert.equal(await list(later(1)), 2)
  const listed = async (person: number) =>
    (await listWaitingApplications(sql, { person, today: '2026-11-11', timeZone, limit: 10 })).waiting.map(({ id }) => id)
  assert.deepEqual([await listed(carol!), await listed(dave!)], [[own], [assigned]])
  const open = await apply(later(-1))
  assert.deepEqual(
    [await listed(carol!), await listed(dave!)],
    [
      [own, open],
      [assigned, open],
    ],
  )
  for (const person of [carol!, dave!]) await setChoice(sql, person, 'request_new', 'at-once')
  await apply(noon, carol!)
  assert.deepEqual(await mails('request_new'), [carol])
})

test('a decision ends the waiting, also while it can be undone', async () => {
  const id = await apply(later(-2))
  await decline(id)
  assert.equal(await list(), 0)
})

test('immediately: one email for each application, to curators who want that', async () => {
  await setChoice(sql, carol!, 'request_new', 'at-once')
  await setChoice(sql, anna!, 'request_new', 'at-once')
  await apply(noon)
  assert.deepEqual(await mails('request_new'), [carol], 'not to a member')
  await sql`update person set disabled_at = now() where id = ${carol!}`
  await apply(noon)
  assert.deepEqual(await mails('request_new'), [carol])
})

const settings = {
  publicUrl: 'https://projects.example.org',
  apiUrl: 'https://projects.example.org/api',
  mailFrom: 'P <p@example.org>',
  mailTo: 'o@example.org',
  contact: null,
  settings: { name: 'Projects', accentHue: 172, locale: 'en' as const, timeZone, contact: null },
}
async function composed(kind: string, now = noon) {
  const [row] = await sql`
    select id::float8 as id, kind, person_id as "personId", data, created_at as "createdAt" from outbox where kind = ${kind} order by id desc limit 1`
  const made = await createComposer({ sql, now: () => now, ...settings })({
    attempt: 1,
    tries: 1,
    address: null,
    requestId: null,
    ...(row as object),
  } as never)
  return 'shown' in made ? `${made.shown.subject}\n${made.shown.text}` : made.reason
}

test('the list has the oldest first, with ages and links, as it is when it is sent', async () => {
  const ids = [await apply(later(-5)), await apply(later(-1)), await apply(later(0, -2))]
  await list()
  const text = await composed('requests_waiting')
  assert.match(text, /^3 applications await a decision\n/)
  assert.match(text, /\* waiting for 5 days: “Team \d+” → “Project \d+”\n {2}https:\/\/projects\.example\.org\/console\/requests\/(\d+)\n/)
  assert.match(text, /\* waiting for 1 day: /)
  assert.match(text, /\* applied today: /)
  assert.match(text, /&kind=request_new/)
  assert.deepEqual(
    [...text.matchAll(/console\/requests\/(\d+)/g)].map(([, id]) => Number(id)),
    ids,
  )
  await sql`update person set language = 'ru'`
  assert.match(await composed('requests_waiting'), /^3 заявки ждут решения\n[\s\S]*\* ждёт 5 дней: /)
  await sql`update request set status = 'withdrawn'`
  assert.equal(await composed('requests_waiting'), 'nothing_to_report')
})

test('settings and access count when the email is sent', async () => {
  await setChoice(sql, carol!, 'request_new', 'at-once')
  await apply(later(-1))
  assert.match(await composed('request_new'), /^New application: “Team \d+” for “Project \d+”\n[\s\S]*\/console\/requests\/\d+\n/)
  await setChoice(sql, carol!, 'request_new', 'daily')
  assert.equal(await composed('request_new'), 'in_daily_list')
  await setChoice(sql, carol!, 'request_new', 'off')
  assert.equal(await composed('request_new'), 'turned_off')
  await sql`update person set access = 'member' where id = ${carol!}`
  assert.equal(await composed('request_new'), 'not_curator')
})

test('two processes make one list for each curator, and each arrives once', async () => {
  await apply(later(-2))
  const peer = await startPeer()
  const stores = [1, 2].map(() => connect(database.database, { max: 3 }))
  const workers = stores.map((store) =>
    startWorker({
      sql: store,
      now: () => noon,
      log: createLog('silent'),
      compose: createComposer({ sql: store, now: () => noon, ...settings }),
      transport: createSmtp({ url: peer.url }),
      remind: () => list(noon, store),
      timing: { pollMs: 5, idleMs: 10, tidyMs: 5, remindMs: 5 },
    }),
  )
  try {
    const deadline = performance.now() + 60_000
    while ((await sql`select 1 from outbox where kind = 'requests_waiting' and state = 'sent'`).length < 2) {
      assert.ok(performance.now() < deadline, 'no email')
      await sleep(10)
    }
    for (let runs = 0; runs < 5; runs++) await Promise.all(stores.map((store) => list(noon, store)))
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()))
    await Promise.all(stores.map((store) => store.end({ timeout: 5 })))
    await peer.close()
  }
  const arrived = peer.taken.filter(({ raw }) => raw.includes('Subject: 1 application awaits a decision')).map(({ to }) => to)
  assert.deepEqual(arrived.toSorted(), ['carol@example.org', 'dave@example.org'])
  assert.deepEqual(await mails('requests_waiting'), [carol, dave])
})
