import { type ConsoleTeam, type ListedTeam, type TeamSort, teamSorts } from '#contract/console/team.ts'
import type { TeamMakers } from '#contract/settings.ts'
import type { AnySql } from '#database/sql.ts'
import {
  type Direction,
  foldedText,
  fullNameOrLogin,
  instant,
  isChoice,
  openRequests,
  ordered,
  rolesOfMember,
  type SortColumns,
  wantedRolesOfTeam,
} from '#store/fragments.ts'
import { lockRows } from '#store/lock.ts'
import { isResponsible, type ResponsibleFilter } from '#store/person/responsibility.ts'
import type { LockedProject } from '#store/request/lock.ts'
import { lockTeams } from './lock.ts'

// Teams for the console: members, current project and requests.

export type WorkedOn = Omit<LockedProject, 'publishedAt'> & { state: string; publishedAt: string | null }
type Stored<T> = Omit<T, 'project'> & { project: WorkedOn | null }
export type StoredListedTeam = Stored<ListedTeam>
export type StoredConsoleTeam = Stored<ConsoleTeam>

const displayName = (sql: AnySql) => sql`coalesce(${fullNameOrLogin(sql)}, m.name)`

const listed = (sql: AnySql) => sql`
  t.id, t.name, t.description, t.formed_by as "formedBy", t.is_looking as "isLooking", ${wantedRolesOfTeam(sql)} as "wantedRoles",
  ${instant(sql, 't.disbanded_at')} as "disbandedAt", ${instant(sql, 't.updated_at')} as "updatedAt",
  (select count(*)::int from member m where m.team_id = t.id) as size,
  array(select ${displayName(sql)} from member m left join person p on p.id = m.person_id
    where m.team_id = t.id and m.is_administrator order by m.id) as administrators,
  ${openRequests(sql, sql`r.team_id = t.id`)},
  case when w.id is not null then json_build_object(
    'id', w.id, 'slug', w.slug, 'name', w.name, 'state', w.state, 'dateStart', w.date_start, 'dateEnd', w.date_end,
    'enrollmentStart', w.enrollment_start, 'enrollmentEnd', w.enrollment_end, 'publishedAt', ${instant(sql, 'w.published_at')},
    'teamLimit', w.team_limit,
    'teamsWorking', (select count(*) from assignment a where a.project_id = w.id and a.ended_at is null)) end as project`
const working = (sql: AnySql) => sql`
  from team t left join assignment now on now.team_id = t.id and now.ended_at is null left join project w on w.id = now.project_id`

export type TeamFilter = {
  words: string[]
  work?: 'working' | 'free' | 'idle'
  formedBy?: TeamMakers
  life?: 'living' | 'disbanded'
  curator?: ResponsibleFilter
  ids?: number[] | null
  today: string
  sort?: TeamSort
  order?: Direction
  limit: number
  offset: number
}

const sorts: SortColumns<TeamSort> = {
  name: (sql) => foldedText(sql, 't.name'),
  project: (sql) => foldedText(sql, 'w.name'),
  size: (sql) => sql`size`,
  waiting: (sql) => sql`"requestsWaiting"`,
  changed: (sql) => sql`t.updated_at`,
}

/** A team is free again when its project has ended. */
export async function listConsoleTeamRows(sql: AnySql, filter: TeamFilter): Promise<{ teams: StoredListedTeam[]; total: number }> {
  const { words, work, formedBy, life = 'living', curator, ids = null, today, sort = 'name', order, limit, offset } = filter
  const isWorking = sql`(w.id is not null and coalesce(w.date_end >= ${today}::date, true))`
  const matching = sql`
    where ${curator === null ? sql`w.id is not null and` : sql``} ${isResponsible(sql, sql`w.curator_id`, curator)} and not exists (
      select 1 from unnest(${words}::text[]) as word where position(word in replace(lower(concat_ws(' ', t.name, w.name,
        (select string_agg(${displayName(sql)}, ' ') from member m left join person p on p.id = m.person_id where m.team_id = t.id))), 'ё', 'е')) = 0)
    and ${ids !== null ? sql`t.id = any(${ids}::int[])` : life === 'living' ? sql`t.disbanded_at is null` : sql`t.disbanded_at is not null`}
    ${formedBy === undefined ? sql`` : sql`and t.formed_by = ${formedBy}`}
    ${work === undefined ? sql`` : work === 'working' ? sql`and ${isWorking}` : sql`and not ${isWorking}`}
    ${work === 'idle' ? sql`and not exists (select 1 from request r where r.team_id = t.id and r.status = 'submitted')` : sql``}`
  const [teams, [count]] = await Promise.all([
    sql<StoredListedTeam[]>`
      select ${listed(sql)} ${working(sql)} ${matching}
      order by ${ordered(sql, sorts[sort](sql), order ?? teamSorts[sort])}, ${foldedText(sql, 't.name')}, t.id limit ${limit} offset ${offset}`,
    sql<{ total: number }[]>`select count(*)::int as total ${working(sql)} ${matching}`,
  ])
  return { teams, total: count!.total }
}

export async function findConsoleTeam(sql: AnySql, id: number): Promise<StoredConsoleTeam | undefined> {
  const [row] = await sql<StoredConsoleTeam[]>`
    select ${listed(sql)}, (select ${instant(sql, 'v.undo_until')} from team_move v where v.team_id = t.id) as "undoMoveUntil",
      coalesce((
        select json_agg(json_build_object(
          'id', m.id, 'name', ${displayName(sql)}, 'person', m.person_id, 'login', case when p.deleted_at is null then p.login end, 'group', p.group_name,
          'isActive', p.id is not null and p.disabled_at is null, 'isAdministrator', m.is_administrator,
          'roles', ${rolesOfMember(sql)}
        ) order by m.id)
        from member m left join person p on p.id = m.person_id where m.team_id = t.id), '[]') as members,
      coalesce((
        select json_agg(json_build_object('slug', o.slug, 'name', o.name, 'dateStart', o.date_start, 'dateEnd', o.date_end, 'assignedAt', ${instant(sql, 'a.assigned_at')},
          'endedAt', ${instant(sql, 'a.ended_at')}, 'outcome', a.outcome) order by a.id desc)
        from assignment a join project o on o.id = a.project_id where a.team_id = t.id), '[]') as history,
      coalesce((
        select json_agg(json_build_object('id', r.id, 'projectName', o.name, 'status', r.status, 'isChoice', ${isChoice(sql)}, 'createdAt', ${instant(sql, 'r.created_at')})
          order by r.id desc)
        from reviewed_request r join project o on o.id = r.project_id where r.team_id = t.id), '[]') as requests
    ${working(sql)} where t.id = ${id}`
  return row
}

/** Locked until the transaction ends. A disbanded team is not changed any more: only deleted. */
export async function lockConsoleTeam(sql: AnySql, id: number, withDisbanded = false): Promise<StoredConsoleTeam | undefined> {
  const [, team] = await Promise.all([lockTeams(sql, [id]), findConsoleTeam(sql, id)])
  return team?.disbandedAt === null || withDisbanded ? team : undefined
}

/** Locks the team of this member; undefined when the member was removed meanwhile. */
export async function lockMembersTeam(sql: AnySql, memberId: number): Promise<StoredConsoleTeam | undefined> {
  const [found] = await sql<{ team: number }[]>`select team_id as team from member where id = ${memberId}`
  const team = found && (await lockConsoleTeam(sql, found.team))
  return team?.members.some(({ id }) => id === memberId) ? team : undefined
}

/** Locks rounds, this project and the one the team works on, and the team. Only published projects can be assigned. */
export async function lockProjectAndTeam(
  sql: AnySql,
  slug: string | null,
  teamId: number,
): Promise<{ project: LockedProject | undefined; team: StoredConsoleTeam | undefined }> {
  const about = sql`select project_at(${slug}) union select project_id from assignment where team_id = ${teamId} and ended_at is null`
  await lockRows(sql, {
    round: sql`select id from round where ended_at is null and id in (
      select round_id from project where id in (${about}) union select round_id from request where team_id = ${teamId})`,
    project: about,
  })
  const team = await lockConsoleTeam(sql, teamId)
  const [project] = await sql<LockedProject[]>`
    select p.id, p.slug, p.name, p.date_start as "dateStart", p.date_end as "dateEnd", p.enrollment_start as "enrollmentStart",
      p.enrollment_end as "enrollmentEnd", p.published_at as "publishedAt", p.team_limit as "teamLimit",
      places_taken(p.id) - (select count(*)::int from pending_decision d
        where d.project_id = p.id and d.team_id = ${teamId} and d.decision = 'approved') as "teamsWorking"
    from project p where p.id = project_at(${slug}) and p.state = 'published'`
  return { project, team }
}
