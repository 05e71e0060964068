import { createHash, randomBytes } from 'node:crypto'
import type { TransactionSql } from '#database/sql.ts'
import { demo } from '#demo/data.ts'
import { type AllIds, type Ids, idOf, idsBy, instant, type Keyed, type World } from '#demo/world.ts'

/** A member is a login, or a name without an account. The first member of each team is its first administrator. */
export async function insertTeams(sql: TransactionSql, world: World, people: Ids): Promise<Ids> {
  const names = new Map(
    demo.people.map(({ login, surname, name, patronymic }) => [login, [surname, name, patronymic].filter(Boolean).join(' ')]),
  )
  const roleIds = idsBy(await sql<Keyed[]>`select id, name as key from role`)
  const rows = demo.teams.map(({ name, description, formedDaysAgo }) => {
    const created = instant(world, -formedDaysAgo)
    return { name, description, created_at: created, updated_at: created }
  })
  const teams = idsBy(await sql<Keyed[]>`insert into team ${sql(rows)} returning id, name as key`)
  const members = demo.teams.flatMap((team) =>
    team.members.map(({ login, name, administrator, roles }) => ({
      row: {
        team_id: idOf(teams, team.name),
        person_id: login === null ? null : idOf(people, login),
        name: name ?? names.get(login ?? '')!,
        is_administrator: administrator,
        created_at: instant(world, -team.formedDaysAgo),
      },
      roles,
    })),
  )
  const memberIds = idsBy(
    await sql<Keyed[]>`insert into member ${sql(members.map(({ row }) => row))} returning id, team_id || ' ' || name as key`,
  )
  const memberRoles = members.flatMap(({ row, roles }) =>
    roles.map((role, position) => ({ member_id: idOf(memberIds, `${row.team_id} ${row.name}`), role_id: idOf(roleIds, role), position })),
  )
  await sql`insert into member_role ${sql(memberRoles)}`
  return teams
}

/**
 * Teams that look for people, people who are open to joining, invitations and requests. Returns the token of an open invitation link to
 * “Late Train”, a team that its members formed. None of the people is in another team without a running project, so they can join.
 */
export async function insertJoining(sql: TransactionSql, world: World, { people, projects, teams }: AllIds): Promise<string> {
  const { lookingTeams, openPeople, joinRequests, leaveRequest, invitation } = demo.joining
  const roles = idsBy(await sql<Keyed[]>`select id, name as key from role`)
  const yesterday = instant(world, -1)
  const inDays = (days: number) => instant(world, days)
  const inviter = idOf(people, invitation.by)
  const inviting = idOf(teams, invitation.team)
  await sql`update team set formed_by = 'members' where id = ${inviting}`
  for (const [name, wanted] of Object.entries<Record<string, number>>(lookingTeams)) {
    const team = idOf(teams, name)
    await sql`update team set is_looking = true where id = ${team}`
    const rows = Object.entries(wanted).map(([role, count], position) => ({ team_id: team, role_id: idOf(roles, role), count, position }))
    await sql`insert into team_wanted_role ${sql(rows)}`
  }
  for (const person of openPeople) {
    const id = idOf(people, person.login)
    await sql`insert into person_joining (person_id, is_open, sentence, updated_at) values (${id}, true, ${person.sentence}, ${yesterday})`
    await sql`insert into person_joining_role ${sql(person.roles.map((role, position) => ({ person_id: id, role_id: idOf(roles, role), position })))}`
    if (person.projects.length > 0)
      await sql`insert into person_joining_project ${sql(person.projects.map((slug, position) => ({ person_id: id, project_id: idOf(projects, slug), position })))}`
  }
  for (const { team, login, message } of joinRequests)
    await sql`insert into join_request (team_id, person_id, message, created_at, expires_at)
      values (${idOf(teams, team)}, ${idOf(people, login)}, ${message}, ${yesterday}, ${inDays(13)})`
  await sql`insert into leave_request (team_id, person_id, message, created_at)
    values (${idOf(teams, leaveRequest.team)}, ${idOf(people, leaveRequest.login)}, ${leaveRequest.message}, ${yesterday})`
  await sql`insert into person_invitation (team_id, person_id, invited_by, message, created_at, expires_at)
    values (${inviting}, ${idOf(people, invitation.person)}, ${inviter}, ${invitation.message}, ${yesterday}, ${inDays(13)})`
  const token = `pj_in_${randomBytes(24).toString('base64url')}`
  await sql`insert into team_invitation (team_id, token_hash, created_by, created_at, expires_at, max_uses)
    values (${inviting}, ${createHash('sha256').update(token).digest()}, ${inviter}, ${yesterday}, ${inDays(6)}, 6)`
  return token
}
