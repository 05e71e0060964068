import type { AnySql } from '#database/sql.ts'
import {
  freeTeamsOf,
  fullNameOrLogin,
  hasAdministrator,
  isDisbanding,
  presentMembers,
  runningProject,
  sealedRoundOf,
} from '#store/fragments.ts'
import { emails, type MailKind } from '#store/mail/outbox.ts'
import { insertMember, touchTeam } from './change.ts'
import { lockJoiner, lockTeam } from './lock.ts'
import type { Reader } from './own.ts'

// The only place that lets a person into a team by their own act. Lock order: team, person. Whoever joins has locked both, so that the
// places of the team and the teams of the person are counted one after the other.

export type TeamToJoin = {
  id: number
  name: string
  takesRequests: boolean // to join it
  size: number
  project: string | null // that it works on and that is not over
  isDisbanding: boolean
  sealedRound: string | null
  member: number | null // of the caller
  isAdministrator: boolean // the caller
  isVisible: boolean // to the caller, who may not be a member
}

const teamState = (sql: AnySql, { now, today }: Pick<Reader, 'now' | 'today'>) => sql`
  t.id, t.name, t.is_looking and not ${isDisbanding(sql)} and ${hasAdministrator(sql)} as "takesRequests", (select count(*)::int ${presentMembers(sql)}) as size,
  (select o.name ${runningProject(sql, today)}) as project,
  ${isDisbanding(sql)} as "isDisbanding", ${sealedRoundOf(sql, now)} as "sealedRound"`

/** A living team; undefined for any other. */
export async function findTeamToJoin(
  sql: AnySql,
  id: number,
  reader: Pick<Reader, 'now' | 'today'> & { personId: number | null },
): Promise<TeamToJoin | undefined> {
  const { personId } = reader
  const [row] = await sql<TeamToJoin[]>`
    select ${teamState(sql, reader)}, m.id as member, coalesce(m.is_administrator, false) as "isAdministrator",
      m.id is not null or t.is_looking
        or exists (select 1 from person_invitation i where i.team_id = t.id and i.person_id = ${personId} and i.status = 'open')
        or exists (select 1 from join_request r where r.team_id = t.id and r.person_id = ${personId} and r.status = 'open') as "isVisible"
    from team t left join member m on m.team_id = t.id and m.person_id = ${personId}
    where t.id = ${id} and t.disbanded_at is null`
  return row
}

/** The same, locked. The lock is a statement of its own: the query behind it sees what the previous holder committed. */
export async function lockTeamToJoin(sql: AnySql, id: number, reader: Reader): Promise<TeamToJoin | undefined> {
  const [, team] = await Promise.all([lockTeam(sql, id), findTeamToJoin(sql, id, reader)])
  return team
}

export const countFreeTeams = async (sql: AnySql, personId: number, today: string): Promise<number> =>
  (await sql<{ count: number }[]>`select ${freeTeamsOf(sql, personId, today)} as count`)[0]!.count

export type PersonToJoin = { id: number; name: string; isActive: boolean; freeTeams: number; roleIds: number[] }

/** Locked after the team. `roleIds`: what they offer, if they are open to joining. */
export async function lockPersonToJoin(sql: AnySql, id: number, today: string): Promise<PersonToJoin> {
  const [, [person], freeTeams] = await Promise.all([
    lockJoiner(sql, id),
    sql<Omit<PersonToJoin, 'freeTeams'>[]>`
      select p.id, ${fullNameOrLogin(sql)} as name, p.disabled_at is null and p.deleted_at is null as "isActive",
        array(select r.role_id from person_joining_role r join person_joining j on j.person_id = r.person_id and j.is_open
          where r.person_id = p.id order by r.position) as "roleIds"
      from person p where p.id = ${id}`,
    countFreeTeams(sql, id, today),
  ])
  return { ...person!, freeTeams }
}

/** `by`: who has let them in; the other team administrators get an email. Returns the id of the member. */
export async function insertJoined(sql: AnySql, team: TeamToJoin, person: PersonToJoin, by: number, at: Date): Promise<number> {
  const member = await insertMember(
    sql,
    team.id,
    { personId: person.id, name: person.name, isAdministrator: false, roleIds: person.roleIds },
    at,
  )
  await touchTeam(sql, team.id, at)
  await mailAdministrators(sql, team.id, { kind: 'team_joined', data: { team: team.id, by: person.id }, except: [person.id, by], at })
  return member
}

type MailToAdministrators = { kind: MailKind; data: Record<string, number>; except: number[]; at: Date }

export async function mailAdministrators(sql: AnySql, teamId: number, { kind, data, except, at }: MailToAdministrators): Promise<void> {
  await sql`
    ${emails(sql, { kind, at })}
      p.id, ${sql.json(data)}::jsonb
      from member m join person p on p.id = m.person_id
        where m.team_id = ${teamId} and m.is_administrator and p.disabled_at is null and p.deleted_at is null and p.id <> all(${except}::int[])
        order by p.id`
}
