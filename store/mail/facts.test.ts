import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setChoice } from '#tests/support/choice.ts'
import { DEMO_TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { disablePerson } from '#tests/support/world/teams.ts'
import { findMailFacts, findReader, findWriter } from './facts.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase(DEMO_TEMPLATE)
})
after(() => database.close())

const now = new Date('2026-11-15T12:00:00Z')
const today = now.toISOString().slice(0, 10)
const idOf = async (login: string): Promise<number> => (await database.sql`select id from person where login = ${login}`)[0]!.id

async function put(kind: string, data: unknown, personId: number | null = null, address: string | null = null): Promise<number> {
  const [row] = await database.sql<{ id: number }[]>`
    insert into outbox (kind, person_id, address, data, created_at)
    values (${kind}, ${personId}, ${address}, ${database.sql.json(data as never)}, ${now}) returning id::float8 as id`
  return row!.id
}

test('a reader has an address, a language, notification choices and an account state', async () => {
  const { sql } = database
  const id = await idOf('anna')
  await sql`update person set language = 'ru' where id = ${id}`
  await setChoice(sql, id, 'team_added', 'daily')
  const { name } = (await sql`select name from person where id = ${id}`)[0]!
  const reader = { email: 'anna@students.example.org', name, language: 'ru', isCurator: false, choices: { team_added: 'daily' } }
  assert.deepEqual({ ...(await findReader(sql, id)) }, { ...reader, isGone: false, isDisabled: false })
  await disablePerson(sql, id)
  assert.deepEqual({ ...(await findReader(sql, id)) }, { ...reader, isGone: false, isDisabled: true })
  await sql`update person set deleted_at = now() where id = ${id}`
  assert.equal((await findReader(sql, id))!.isGone, true)
  assert.equal(await findReader(sql, 2_000_000_000), undefined)
  assert.deepEqual((await findReader(sql, await idOf('vera')))!.choices, {})
  assert.equal((await findReader(sql, await idOf('curator')))!.isCurator, true)
})

test('facts of many emails are read in one query, in order', async () => {
  const { sql } = database
  const [request] = await sql`
    select r.id, r.team_id, t.name as team, p.slug, p.name, r.comment, x.text_en as en, x.text_ru as ru from request r join team t on t.id = r.team_id
    join project p on p.id = r.project_id join refusal_reason x on x.id = r.reason_id where r.status = 'declined' order by r.id limit 1`
  const [file] = await sql`
    select f.id, t.name as team, p.name as project, v.name, v.version from file f join team t on t.id = f.team_id join project p on p.id = f.project_id
    join file_version v on v.file_id = f.id and v.version = f.version where f.kind = 'result' order by f.version desc, f.id limit 1`
  const { id: person, name } = (await sql`select id, name || ' ' || surname as name from person where login = 'boris'`)[0]!
  const ids = [
    await put('request_declined', { request: request!.id, project: request!.slug, team: request!.team_id }),
    await put('result_replaced', { file: file!.id, by: person, project: request!.slug }),
    await put('result_replaced', { file: file!.id, version: 1 }),
    await put('contact', { person, name: 'X' }),
  ]
  const [declined, replaced, first, contact, ...more] = await findMailFacts(sql, ids.toReversed(), { now, today })
  assert.equal(more.length, 0)
  assert.deepEqual(
    [declined, replaced, first, contact].map((facts) => facts!.id),
    ids,
  )
  assert.deepEqual(
    [declined!.team, declined!.project, declined!.reason, declined!.comment],
    [
      request!.team,
      { name: request!.name, slug: request!.slug, isPublished: true },
      { en: request!.en, ru: request!.ru },
      request!.comment,
    ],
  )
  assert.deepEqual(
    [replaced!.team, replaced!.project!.name, replaced!.file!.name, replaced!.file!.version, replaced!.actor],
    [file!.team, file!.project, file!.name, file!.version, name],
  )
  assert.deepEqual([first!.file!.version, first!.actor], [1, null])
  const { email, login } = (await sql`select email, login from person where id = ${person}`)[0]!
  assert.deepEqual({ ...(await findWriter(sql, person)) }, { id: person, login, name, email })
  assert.equal(await findWriter(sql, 2_000_000_000), null)
  assert.deepEqual([contact!.team, contact!.project, contact!.file, contact!.linkEndsAt], [null, null, null, null])
})

test('malformed data is read as null and causes no error', async () => {
  const odd = [null, 'x', '1; drop table team', -1, 1.5, 1e20, 99_999_999_999, true, {}, [1], { path: '/etc/passwd' }, ' 1', '1\n2', '']
  const ids: number[] = []
  for (const value of odd)
    ids.push(await put('request_declined', { request: value, team: value, project: value, file: value, version: value, by: value }))
  for (const whole of [{}, [], 'text', 7]) ids.push(await put('request_declined', whole))
  const facts = await findMailFacts(database.sql, ids, { now, today })
  assert.equal(facts.length, ids.length)
  for (const { team, project, file, actor } of facts) assert.deepEqual([team, project, file, actor], [null, null, null, null])
})

test('a link is valid for the email it was created with, until it expires', async () => {
  const { sql } = database
  const person = await idOf('vera')
  const ends = new Date(now.getTime() + 1000)
  await sql`insert into email_change (person_id, email, token_hash, created_at, expires_at) values (${person}, 'v@new.example.org', 'h', ${now}, ${ends})`
  const id = await put('email_change', { token: 't' }, person, 'v@new.example.org')
  const other = await put('email_change', { token: 't' }, person, 'w@new.example.org')
  const endOf = async (mail: number, at = now) => (await findMailFacts(sql, [mail], { now: at, today }))[0]!.linkEndsAt?.getTime()
  assert.equal(await endOf(id), ends.getTime())
  assert.equal(await endOf(other), undefined)
  assert.equal(await endOf(id, ends), undefined)
  await sql`update email_change set created_at = created_at + interval '1 second'`
  assert.equal(await endOf(id), undefined)
})
