import type { TeamMakers } from '#contract/settings.ts'
import type { AnySql } from '#database/sql.ts'
import { runningProject } from '#store/fragments.ts'
import { emails } from '#store/mail/outbox.ts'
import { lockTeams } from './lock.ts'

// Who leads a team after its members have changed. The database refuses a team without an admin when the transaction commits (migration 0048).

/** Locks them, by id. Those that have an admin with an account, open or not. */
export async function lockTeamsWithAdministrator(sql: AnySql, teams: readonly number[]): Promise<Set<number>> {
  const ids = sql`any(${teams as number[]}::int[])`
  const [, rows] = await Promise.all([
    lockTeams(sql, teams),
    sql<
      { team: number }[]
    >`select distinct team_id as team from member where team_id = ${ids} and is_administrator and person_id is not null`,
  ])
  return new Set(rows.map(({ team }) => team))
}

type StoredSuccessor = {
  id: number
  person: number | null
  isAdministrator: boolean
  hasAccount: boolean
  isActive: boolean
  isDeleted: boolean
  isBeingRemoved: boolean
}
export type StoredSuccession = { id: number; formedBy: TeamMakers; hasProject: boolean; members: StoredSuccessor[] }

/** Those of the locked teams that nobody can act for now. */
export async function listTeamsToKeep(sql: AnySql, teams: readonly number[], today: string): Promise<StoredSuccession[]> {
  return sql<StoredSuccession[]>`
    select t.id, t.formed_by as "formedBy", exists (select 1 ${runningProject(sql, today)}) as "hasProject", coalesce((
      select json_agg(json_build_object('id', m.id, 'person', m.person_id, 'isAdministrator', m.is_administrator, 'hasAccount', m.person_id is not null,
        'isActive', p.id is not null and p.disabled_at is null and p.deleted_at is null, 'isDeleted', p.deleted_at is not null,
        'isBeingRemoved', exists (select 1 from pending_team_change d where d.member_id = m.id)) order by m.created_at, m.id)
      from member m left join person p on p.id = m.person_id where m.team_id = t.id), '[]') as members
    from team t where t.id = any(${teams as number[]}::int[]) and t.disbanded_at is null and not exists (
      select 1 from member m join person p on p.id = m.person_id
      where m.team_id = t.id and m.is_administrator and p.disabled_at is null and p.deleted_at is null)
    order by t.id`
}

/** With an email. */
export async function makeAdministrator(sql: AnySql, team: number, member: number, at: Date): Promise<void> {
  await sql`
    with heir as (update member set is_administrator = true where id = ${member} returning person_id)
    ${emails(sql, { kind: 'team_admin', at })}
      person_id, jsonb_build_object('team', ${team}::int)
      from heir`
  await sql`update team set updated_at = ${at} where id = ${team}`
}

/** Its project is over, or there is none. A trigger ends what is open. */
export async function disbandTeam(sql: AnySql, team: number, at: Date): Promise<void> {
  await sql`update assignment set ended_at = ${at}, outcome = 'finished' where team_id = ${team} and ended_at is null`
  await sql`update team set disbanded_at = ${at}, is_looking = false, updated_at = ${at} where id = ${team}`
}

/** Of a team that nobody is left in. */
export async function withdrawRequests(sql: AnySql, team: number, at: Date): Promise<void> {
  await sql`
    with withdrawn as (
      update request set status = 'withdrawn', updated_at = ${at} where team_id = ${team} and status = 'submitted' returning id)
    insert into request_transition (request_id, from_status, to_status, at) select id, 'submitted', 'withdrawn', ${at}::timestamptz from withdrawn order by id`
}

export const isDisbanded = async (sql: AnySql, team: number): Promise<boolean> =>
  (await sql`select 1 from team where id = ${team} and disbanded_at is not null`).length > 0

/** Admins with an open account. */
export async function listAdministrators(sql: AnySql, team: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select p.id from member m join person p on p.id = m.person_id
    where m.team_id = ${team} and m.is_administrator and p.disabled_at is null and p.deleted_at is null order by p.id`
  return rows.map(({ id }) => id)
}

export async function listTeamsOf(sql: AnySql, people: readonly number[]): Promise<number[]> {
  const rows = await sql<{ team: number }[]>`
    select distinct team_id as team from member where person_id = any(${people as number[]}::int[]) order by team_id`
  return rows.map(({ team }) => team)
}
