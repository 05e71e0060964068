import type { TransactionSql } from '#database/sql.ts'
import { demoPeople, fullName } from './people.ts'
import { demoTeams } from './teams.ts'
import { type Ids, idOf, idsBy, instant, type Keyed, type World } from './world.ts'

export async function insertPeople(sql: TransactionSql, world: World): Promise<Ids> {
  const rows = demoPeople.map((person, index) => ({
    login: person.login,
    name: person.name,
    surname: person.surname,
    patronymic: person.patronymic,
    email: `${person.login}@${person.access === 'member' ? 'students' : 'office'}.example.org`,
    // Ofcom reserves 07700 900000 to 900999 for fiction.
    phone: person.phone ? `+447700900${String(100 + index)}` : null,
    github_login: person.github ? `${person.login.replace('.', '-')}-example` : null,
    access: person.access,
    disabled_at: person.isDisabled ? instant(world, -30) : null,
    created_at: instant(world, -460, index),
    updated_at: instant(world, -460, index),
  }))
  return idsBy(await sql<Keyed[]>`insert into person ${sql(rows)} returning id, login as key`)
}

export async function insertTeams(sql: TransactionSql, world: World, people: Ids): Promise<Ids> {
  const names = new Map(demoPeople.map((person) => [person.login, fullName(person)]))
  const roleIds = idsBy(await sql<Keyed[]>`select id, name as key from role`)
  const rows = demoTeams.map(({ name, description, formedDaysAgo }) => {
    const created = instant(world, -formedDaysAgo)
    return { name, description, created_at: created, updated_at: created }
  })
  const teams = idsBy(await sql<Keyed[]>`insert into team ${sql(rows)} returning id, name as key`)
  const members = demoTeams.flatMap((team) =>
    team.members.map((member) => ({
      team_id: idOf(teams, team.name),
      person_id: member.login === null ? null : idOf(people, member.login),
      name: member.name ?? names.get(member.login ?? '')!,
      is_administrator: member.administrator ?? false,
      created_at: instant(world, -team.formedDaysAgo),
    })),
  )
  const memberIds = idsBy(await sql<Keyed[]>`insert into member ${sql(members)} returning id, team_id || ' ' || name as key`)
  const memberRoles = demoTeams.flatMap((team) =>
    team.members.flatMap((member) => {
      const key = `${idOf(teams, team.name)} ${member.name ?? names.get(member.login ?? '')}`
      return member.roles.map((role, position) => ({ member_id: idOf(memberIds, key), role_id: idOf(roleIds, role), position }))
    }),
  )
  await sql`insert into member_role ${sql(memberRoles)}`
  return teams
}
