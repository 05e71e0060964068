import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Sql } from '#database/sql.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { fixTimeZone } from './setting.ts'

// The database computes the day of the directory, not the one of its own session (UTC).

let database: TestDatabase
let sql: Sql
// At every moment one of the two has another day than UTC.
const zone = new Date().getUTCHours() < 11 ? 'Etc/GMT+12' : 'Pacific/Kiritimati'
before(async () => {
  database = await testDatabase()
  ;({ sql } = database)
  await sql`insert into person (id, login, name, surname) values (1, 'p1', 'P', 'One')`
})
after(() => database?.close())

const chosen = (timeZone: string) => sql`update setting set document = ${sql.json({ timeZone })}`
const dayIn = async (timeZone: string, later = 0): Promise<string> =>
  (await sql<{ day: string }[]>`select (now() at time zone ${timeZone})::date + ${later}::int as day`)[0]!.day

beforeEach(async () => {
  await fixTimeZone(sql, null)
  await chosen(zone)
  await sql`delete from assignment`
  await sql`delete from project`
  await sql`delete from member`
  await sql`delete from team`
  await sql`insert into project (id, slug, name, state, published_at) values (1, 'one', 'One', 'published', '2026-01-01T00:00:00Z')`
  await sql`insert into team (id, name, formed_by) values (1, 'Own', 'members')`
  await sql`insert into member (id, team_id, person_id, name, is_administrator) values (1, 1, 1, 'P', true)`
  await sql`insert into assignment (team_id, project_id, assigned_at) values (1, 1, now())`
})

test('today is the day of the environment’s time zone, else of the chosen one, else UTC', async () => {
  const today = async () => (await sql<{ today: string }[]>`select directory_today() as today`)[0]!.today
  assert.equal(await today(), await dayIn(zone))
  assert.notEqual(await today(), await dayIn('UTC'), 'the test would prove nothing')
  await fixTimeZone(sql, 'UTC')
  assert.equal(await today(), await dayIn('UTC'))
  await chosen('UTC')
  await fixTimeZone(sql, zone)
  assert.equal(await today(), await dayIn(zone))
  await fixTimeZone(sql, null)
  await chosen('Mars/Olympus')
  assert.equal(await today(), await dayIn('UTC'))
  await sql`delete from setting`
  assert.equal(await today(), await dayIn('UTC'))
  await fixTimeZone(sql, zone)
  assert.equal(await today(), await dayIn(zone))
})

test('a team works on its project until the last day of the project has ended in the time zone of the directory', async () => {
  const works = async () => (await sql`select 1 from current_work`).count === 1
  for (const [later, expected] of [
    [-1, false],
    [0, true],
    [1, true],
  ] as const) {
    await sql`update project set date_end = ${await dayIn(zone, later)} where id = 1`
    assert.equal(await works(), expected, `${later} days later`)
  }
})

test('a team that nobody is left in is disbanded when its project is over in the time zone of the directory, and not before', async () => {
  const isDisbanded = async () => (await sql<{ is: boolean }[]>`select disbanded_at is not null as is from team where id = 1`)[0]!.is
  await sql`update project set date_end = ${await dayIn(zone)} where id = 1`
  await sql`delete from member`
  assert.equal(await isDisbanded(), false, 'its last day')
  await sql`insert into member (id, team_id, person_id, name, is_administrator) values (1, 1, 1, 'P', true)`
  await sql`update project set date_end = ${await dayIn(zone, -1)} where id = 1`
  await sql`delete from member`
  assert.equal(await isDisbanded(), true, 'the day after')
})
