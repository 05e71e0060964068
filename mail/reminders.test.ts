import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Sql } from '#database/sql.ts'
import { createLog } from '#http/observe/log.ts'
import { defaultSettings } from '#rules/settings/settings.ts'
import { insertSaved, removeSaved } from '#store/project/saved.ts'
import { setChoice } from '#tests/support/choice.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { startPeer } from '#tests/support/peer/smtp-peer.ts'
import { createComposer } from './compose.ts'
import { remindOfClosing } from './reminders.ts'
import { createSmtp } from './smtp.ts'
import { startWorker } from './worker.ts'

let database: TestDatabase
let sql: Sql
let [anna, boris]: number[] = []
before(async () => {
  database = await testDatabase()
  sql = database.sql
})
after(() => database.close())
beforeEach(async () => {
  await sql`truncate outbox, mail_attempt, saved_project, saved_reminder, project, team, person cascade`
  const rows = await sql<{ id: number }[]>`
    insert into person (login, name, email) values ('anna', 'Анна', 'anna@example.org'), ('boris', 'Boris', 'boris@example.org') returning id`
  ;[anna, boris] = rows.map(({ id }) => id)
})

const timeZone = 'Europe/Moscow'
const noon = new Date('2026-11-10T09:00:00Z') // 12:00 in Moscow
const after_ = (days: number, hours = 0): Date => new Date(noon.getTime() + (days * 24 + hours) * 3_600_000)
const dayText = (days: number): string => new Date(Date.parse('2026-11-10T00:00:00Z') + days * 86_400_000).toISOString().slice(0, 10)

type Window = {
  end?: string | null
  start?: string | null
  dateStart?: string | null
  dateEnd?: string | null
  places?: number | null
  state?: string
}
async function project(
  slug: string,
  { end = dayText(3), start = dayText(-5), dateStart = null, dateEnd = null, places = null, state = 'published' }: Window = {},
) {
  const [row] = await sql<{ id: number }[]>`
    insert into project (slug, name, state, published_at, enrollment_start, enrollment_end, date_start, date_end, team_limit)
    values (${slug}, ${`Project ${slug}`}, ${state}, ${after_(-20)}, ${start}, ${end}, ${dateStart}, ${dateEnd}, ${places}) returning id`
  return row!.id
}
const save = (person: number | undefined, ids: number[], at = after_(-9)) => insertSaved(sql, person!, ids, at)
const remind = (now = noon, store = sql) => remindOfClosing({ sql: store, now, timeZone })
type Mail = { kind: string; person: number; projects: number[] }
const mails = () =>
  sql<Mail[]>`select kind, person_id as person, data->'projects' as projects from outbox order by id`.then((rows) =>
    rows.map((row) => ({ ...row })),
  )
const teamOf = async (person: number | undefined): Promise<number> => {
  const [team] = await sql<{ id: number }[]>`insert into team (name) values ('T ' || gen_random_uuid()) returning id`
  await sql`insert into member (team_id, person_id, name) values (${team!.id}, ${person!}, 'm')`
  return team!.id
}

test('three days before the last day, once, with all projects of a person in one email', async () => {
  const [first, second, later] = [
    await project('first'),
    await project('second', { end: dayText(2) }),
    await project('later', { end: dayText(4) }),
  ]
  await save(anna, [first, second, later])
  await save(boris, [first])
  assert.equal(await remind(), 2)
  assert.deepEqual(await mails(), [
    { kind: 'saved_closing', person: anna, projects: [second, first] },
    { kind: 'saved_closing', person: boris, projects: [first] },
  ])
  assert.equal(await remind(after_(0, 1)), 0, 'once')
  assert.equal(await remind(after_(1)), 1, 'the other one a day later')
  assert.deepEqual((await mails())[2], { kind: 'saved_closing', person: anna, projects: [later] })
})

test('a project saved late is in time until the day before; on the last day nobody is reminded', async () => {
  await save(
    anna,
    [
      await project('tomorrow', { end: dayText(1) }),
      await project('today', { end: dayText(0) }),
      await project('over', { end: dayText(-1) }),
    ],
    after_(0, -1),
  )
  assert.equal(await remind(), 1)
  assert.equal((await mails())[0]!.projects.length, 1)
})

test('ten minutes after it was saved, and not at night', async () => {
  await save(anna, [await project('a')], noon)
  assert.equal(await remind(new Date(noon.getTime() + 9 * 60_000)), 0)
  assert.equal(await remind(new Date('2026-11-11T04:59:00Z')), 0, '7:59 in Moscow')
  assert.equal(await remind(new Date('2026-11-11T05:00:00Z')), 1)
})

test('the days are those of the directory’s time zone', async () => {
  await save(anna, [await project('a', { end: dayText(4) })])
  assert.equal(await remind(new Date('2026-11-10T20:59:00Z')), 0, 'the 10th in Moscow')
  assert.equal(await remind(new Date('2026-11-11T05:00:00Z')), 1, 'the 11th in Moscow')
})

test('without a last day of its own the window closes the day before the start, and never after the end', async () => {
  const ids = [
    await project('start', { end: null, dateStart: dayText(4), dateEnd: dayText(90) }),
    await project('end', { end: dayText(30), dateEnd: dayText(2) }),
  ]
  await save(anna, [...ids, await project('endless', { end: null })])
  await remind()
  assert.deepEqual(
    (await mails()).map(({ projects }) => projects),
    [[ids[1], ids[0]]],
  )
})

test('no reminder for a project that is hidden, full, not open yet, or not saved any more', async () => {
  const full = await project('full', { places: 1 })
  const ids = [
    full,
    await project('hidden', { state: 'withdrawn' }),
    await project('coming', { start: dayText(1) }),
    await project('removed'),
  ]
  await sql`insert into assignment (team_id, project_id) values (${await teamOf(boris)}, ${full})`
  await save(anna, ids)
  await removeSaved(sql, anna!, 'removed')
  assert.equal(await remind(), 0)
  await sql`update assignment set ended_at = now(), outcome = 'left'`
  assert.equal(await remind(), 1, 'a place became free')
})

test('no reminder when a team of the person has applied, works on it or has finished it', async () => {
  const [applied, works, finished, withdrawn] = [
    await project('applied'),
    await project('works'),
    await project('finished'),
    await project('withdrawn'),
  ]
  await save(anna, [applied, works, finished, withdrawn])
  await save(boris, [applied, works, finished])
  const team = await teamOf(anna)
  await sql`insert into request (team_id, project_id) values (${team}, ${applied})`
  await sql`insert into request (team_id, project_id, status) values (${team}, ${withdrawn}, 'withdrawn')`
  await sql`insert into assignment (team_id, project_id) values (${team}, ${works})`
  await sql`insert into assignment (team_id, project_id, ended_at, outcome) values (${team}, ${finished}, now(), 'finished')`
  await remind()
  assert.deepEqual(await mails(), [
    { kind: 'saved_closing', person: anna, projects: [withdrawn] },
    { kind: 'saved_closing', person: boris, projects: [applied, works, finished] },
  ])
})

test('not for people who turned it off, have no address, or whose account is closed; turned on again, it comes', async () => {
  const id = await project('a')
  await save(anna, [id])
  await save(boris, [id])
  await setChoice(sql, anna!, 'saved_closing', 'off')
  for (const change of [sql`update person set email = null`, sql`update person set email = 'b@example.org', disabled_at = now()`]) {
    await sql`${change} where id = ${boris!}`
    assert.equal(await remind(), 0)
  }
  await setChoice(sql, anna!, 'saved_closing', 'at-once')
  assert.equal(await remind(), 1)
})

test('a window moved to a later day is worth one more email, however often it is saved again; an earlier day none', async () => {
  const id = await project('a')
  await save(anna, [id])
  assert.equal(await remind(), 1)
  await sql`update project set enrollment_end = ${dayText(2)}`
  assert.equal(await remind(), 0)
  await sql`update project set enrollment_end = ${dayText(9)}`
  assert.equal(await remind(), 0)
  for (let times = 0; times < 2; times++) {
    await removeSaved(sql, anna!, 'a')
    await save(anna, [id], after_(5))
    assert.equal(await remind(after_(6)), times === 0 ? 1 : 0)
  }
})

test('of many processes at once one makes the email, with all projects of the person', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, (_, n) => project(`p-${n}`)))
  const people = await sql<{ id: number }[]>`
    insert into person (login, email) select 'reader-' || n, n || '@example.org' from generate_series(1, 30) n returning id`
  for (const { id } of people) await save(id, ids)
  const others = Array.from({ length: 6 }, () => connect(database.database, { max: 1 }))
  try {
    for (let run = 0; run < 3; run++) await Promise.all(others.map((other) => remind(noon, other)))
  } finally {
    await Promise.all(others.map((other) => other.end({ timeout: 5 })))
  }
  const made = await mails()
  assert.deepEqual([made.length, new Set(made.map(({ person }) => person)).size], [30, 30])
  assert.ok(made.every(({ projects }) => projects.length === 20))
})

test('a process that dies before the commit leaves nothing behind: the next one makes the email', async () => {
  await save(anna, [await project('a')])
  const dying = connect(database.database, { max: 1 })
  await dying
    .begin(async (own) => {
      const [{ pid }] = (await own`select pg_backend_pid() as pid`) as unknown as [{ pid: number }]
      await remind(noon, own as unknown as Sql)
      assert.equal((await own`select 1 from outbox`).length, 1)
      await sql`select pg_terminate_backend(${pid})`
      await own`select 1`
    })
    .catch(() => {})
  await dying.end({ timeout: 5 })
  assert.deepEqual(await mails(), [])
  assert.equal(await remind(), 1)
})

test('two workers send one email for each person, at the first run', async () => {
  const ids = [await project('a'), await project('b')]
  for (const person of [anna, boris]) await save(person, ids)
  const peer = await startPeer({})
  const stores = [connect(database.database, { max: 2 }), connect(database.database, { max: 2 })]
  const workers = stores.map((store) => {
    const transport = createSmtp({ url: peer.url })
    const timing = { pollMs: 10, idleMs: 20, tidyMs: 10, remindMs: 10 }
    const compose = createComposer({ sql: store, now: () => noon, ...settings })
    return startWorker({
      sql: store,
      now: () => noon,
      log: createLog('silent'),
      compose,
      transport,
      remind: () => remind(noon, store),
      timing,
    })
  })
  try {
    const deadline = performance.now() + 30_000
    const sent = async () => (await sql`select 1 from outbox where state = 'sent'`).length
    while ((await sent()) < 2) {
      assert.ok(performance.now() < deadline, 'no email')
      await sleep(10)
    }
    for (let runs = 0; runs < 5; runs++) await Promise.all(stores.map((store) => remind(noon, store)))
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()))
    await Promise.all(stores.map((store) => store.end({ timeout: 5 })))
    await peer.close()
  }
  assert.deepEqual(peer.taken.map(({ to }) => to).toSorted(), ['anna@example.org', 'boris@example.org'])
  assert.equal((await mails()).length, 2)
})

const settings = {
  publicUrl: 'https://projects.example.org',
  apiUrl: 'https://projects.example.org/api',
  mailFrom: 'P <p@example.org>',
  mailTo: 'o@example.org',
  contact: null,
  settings: { ...defaultSettings, timeZone },
}
async function composed(now: Date) {
  const [row] =
    await sql`select id::float8 as id, kind, person_id as "personId", data, created_at as "createdAt" from outbox order by id desc limit 1`
  const mail = { attempt: 1, tries: 1, address: null, requestId: null, ...(row as object) } as never
  return createComposer({ sql, now: () => now, ...settings })(mail)
}
const textOf = (made: Awaited<ReturnType<typeof composed>>) => ('shown' in made ? `${made.shown.subject}\n${made.shown.text}` : made.reason)

test('the email has the projects as they are when it is sent', async () => {
  const ids = [await project('a'), await project('b', { end: dayText(2) })]
  await save(anna, ids)
  await remind()
  const both = textOf(await composed(noon))
  assert.match(both, /^Applications close soon for 2 saved projects\n/)
  assert.match(both, /Last day: Thursday, November 12: Project b\n {2}https:\/\/projects\.example\.org\/project\/b\n/)
  assert.match(both, /\nThe last day ends at 23:59 \(Moscow time\)\.\n/)
  assert.match(both, /\nhttps:\/\/projects\.example\.org\/projects\/saved\n/)
  await removeSaved(sql, anna!, 'b')
  const one = textOf(await composed(noon))
  assert.match(one, /^Last day to apply for “Project a”: Friday, November 13\n/)
  assert.match(one, /\nhttps:\/\/projects\.example\.org\/project\/a\n/)
  assert.match(one, /until the end of Friday, November 13\./)
  assert.equal(textOf(await composed(after_(4))), 'subject_deleted', 'it closed while the mail server was away')
  await sql`update project set state = 'withdrawn' where id = ${ids[0]!}`
  assert.equal(textOf(await composed(noon)), 'subject_deleted')
})

test('a round closes at a time of its own, not at the end of its last day', async () => {
  const ids = [await project('a'), await project('b')]
  const [round] = await sql<{ id: number }[]>`
    insert into round (slug, name, opens_at, closes_at, first_day, last_day, announced_at, seed_hash, seed_sealed, key_sealed)
    values ('autumn', 'Autumn', ${after_(-5)}, '2026-11-13T15:00:00Z', ${dayText(-5)}, '2026-11-13', ${after_(-6)}, ${'0'.repeat(64)}, '', '') returning id`
  await sql`update project set round_id = ${round!.id} where id = ${ids[0]!}`
  await save(anna, ids)
  await remind()
  const both = textOf(await composed(noon))
  assert.match(both, /Closes: November 13, 2026 at 6:00\sPM GMT\+3: Project a\n/)
  assert.match(both, /Last day: Friday, November 13: Project b\n/)
  assert.match(both, /\nThe last day ends at 23:59 \(Moscow time\)\.\n/)
  await removeSaved(sql, anna!, 'b')
  const one = textOf(await composed(noon))
  assert.match(one, /which you saved, until November 13, 2026 at 6:00\sPM GMT\+3\.\n/)
  assert.doesNotMatch(one, /23:59|end of/)
  await sql`update person set language = 'ru' where id = ${anna!}`
  assert.match(textOf(await composed(noon)), /Заявки принимаются до 13 ноября 2026\sг\. в 18:00 GMT\+3\.\n/)
})

test('it can come with the daily digest', async () => {
  await save(anna, [await project('a')])
  await setChoice(sql, anna!, 'saved_closing', 'daily')
  await remind()
  assert.match(textOf(await composed(noon)), /waits_for_digest/)
})
