import { after, before } from 'node:test'
import { momentOf } from '#actions/moment.ts'
import { changeAccounts } from '#actions/team/members.ts'
import type { SettingValues } from '#contract/settings.ts'
import type { AnySql, Sql } from '#database/sql.ts'
import { createCalendar } from '#rules/time/day.ts'
import { TEMPLATE, type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { openSession } from '#tests/support/session.ts'
import { strictClient } from '#tests/support/strict-client.ts'

// Test data for teams that members form.

/** A client that is signed in as this person, without the pages of a sign-in. */
export async function clientOf(service: TestService, login: string) {
  const { accessToken } = await openSession(service, login)
  const headers = { authorization: `Bearer ${accessToken}` }
  const call = strictClient(service.url)
  const signedIn: typeof call = (endpoint, input) => call(endpoint, { ...input, headers: { ...headers, ...input?.headers } } as never)
  return Object.assign(signedIn, { headers })
}

/** A person without a team, open to joining if they offer roles. */
export async function addPerson(sql: Sql, login: string, ...roles: string[]): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into person (login, name, surname, email) values (${login}, ${`Name of ${login}`}, ${`Surname of ${login}`}, ${`${login}@example.org`}) returning id`
  const { id } = row!
  if (roles.length > 0) {
    await sql`insert into person_joining (person_id, is_open, updated_at) values (${id}, true, now())`
    await sql`
      insert into person_joining_role (person_id, role_id, position)
      select ${id}, r.id, given.place - 1 from unnest(${roles}::text[]) with ordinality as given (name, place) join role r on r.name = given.name`
  }
  return id
}

let made = 0

/** A team that these people formed; the first one is its administrator. */
export async function addOwnTeam(sql: Sql, logins: string[], { isLooking = false, name = `Formed ${++made}` } = {}): Promise<number> {
  return sql.begin(async (sql) => {
    const [team] = await sql<{ id: number }[]>`
      insert into team (name, formed_by, is_looking) values (${name}, 'members', ${isLooking}) returning id`
    for (const [nth, login] of logins.entries())
      await sql`insert into member (team_id, person_id, name, is_administrator)
        select ${team!.id}, id, login, ${nth === 0} from person where login = ${login}`
    return team!.id
  }) as Promise<number>
}

/** A change of these people by SQL, after which their teams have other admins. */
export async function changePeople(sql: Sql, people: number[], change: (sql: AnySql) => PromiseLike<unknown>): Promise<void> {
  const moment = momentOf({ calendar: createCalendar('UTC') }, new Date())
  await sql.begin((sql) => changeAccounts(sql, people, moment, async () => void (await change(sql))))
}

/** They are in no team any more, as if they had left. */
export async function takeFromTeams(sql: Sql, ...logins: string[]): Promise<void> {
  const people = (await sql<{ id: number }[]>`select id from person where login = any(${logins}::text[])`).map(({ id }) => id)
  await changePeople(sql, people, (sql) => sql`delete from member where person_id = any(${people}::int[])`)
}

export const disablePerson = async (sql: Sql, person: number): Promise<void> =>
  changePeople(sql, [person], (sql) => sql`update person set disabled_at = now() where id = ${person}`)

/** Other members of their teams are. */
export const takeAdministration = (sql: Sql, person: number): Promise<void> =>
  changePeople(sql, [person], (sql) => sql`update member set is_administrator = false where person_id = ${person}`)

export const membersOf = async (sql: Sql, team: number): Promise<string[]> =>
  (
    await sql<{ login: string }[]>`select p.login from member m join person p on p.id = m.person_id where m.team_id = ${team} order by m.id`
  ).map(({ login }) => login)

/** The emails about the team, in the order they were written. */
export const mailsOfTeam = async (sql: Sql, team: number): Promise<{ kind: string; login: string; data: Record<string, unknown> }[]> =>
  (
    await sql<{ kind: string; login: string; data: Record<string, unknown> }[]>`
      select o.kind, p.login, o.data from outbox o join person p on p.id = o.person_id where (o.data->>'team')::int = ${team} order by o.id`
  ).map((row) => ({ ...row }))

type TeamWorld = {
  service: TestService
  database: TestDatabase
  sql: Sql
  ids: Record<string, number>
  clients: Record<string, Awaited<ReturnType<typeof clientOf>>>
  set(values: Partial<SettingValues>): Promise<void>
  disbandAll(): Promise<void>
}

/** For one test file: a service with these people, who are in no team, and the roles they offer. */
export function teamWorld(people: Record<string, string[]>, now = () => new Date()): TeamWorld {
  const world = { ids: {}, clients: {} } as TeamWorld
  before(async () => {
    world.database = await testDatabase(TEMPLATE)
    const { sql } = world.database
    await sql`select add_built_in_roles()`
    world.service = await startService({ database: world.database, now })
    world.sql = sql
    for (const [login, roles] of Object.entries(people)) {
      world.ids[login] = await addPerson(sql, login, ...roles)
      if (login === 'curator') await sql`update person set access = 'curator' where login = 'curator'`
      world.clients[login] = await clientOf(world.service, login)
    }
  })
  after(async () => {
    await world.service?.close()
    await world.database?.close()
  })
  world.set = async (values) => {
    await world.sql`update setting set document = document || ${world.sql.json(values as never)}`
    await world.service.app.reloadSettings()
  }
  world.disbandAll = async () => {
    await world.sql`update team set disbanded_at = now(), is_looking = false where disbanded_at is null`
  }
  return world
}
