import type { ListedProject } from '#contract/console/project.ts'
import type { ListedRound } from '#contract/console/round.ts'
import type { ProjectRequest } from '#contract/request.ts'
import type { AnySql } from '#database/sql.ts'
import { filesOfRequest, instant, isChoice, isDisbanding, presentMembers, storedBytesOf } from '#store/fragments.ts'
import { lockRows } from '#store/lock.ts'
import type { StoredFile } from '#store/project/published.ts'

export type StoredRequest = Omit<ProjectRequest, 'files' | 'reason'> & { files: StoredFile[]; reason: Reason | null }
export type Reason = { id: number; en: string; ru: string }

// A project and a team, locked until the transaction ends, and the request between them.
export type LockedProject = Pick<
  ListedProject,
  'id' | 'slug' | 'name' | 'dateStart' | 'dateEnd' | 'enrollmentStart' | 'enrollmentEnd' | 'teamLimit' | 'teamsWorking'
> & {
  publishedAt: string | Date
  isPublished: boolean
  teamsPromised: number // approvals that have not taken effect yet, of other requests
}
/** The assigned project of a team; it may have ended. */
export type Work = { name: string; dateEnd: string | null }
/** The round of a project or choice. */
export type LockedRound = Pick<
  ListedRound,
  'id' | 'slug' | 'name' | 'mode' | 'mostChoices' | 'opensAt' | 'closesAt' | 'announcedAt' | 'sealedAt' | 'publishedAt' | 'endedAt'
>
/** With the number of teams that take part in it, if it is ranked. */
export type RoundToApply = LockedRound & { teams: number }
/** The submitted requests of a team; `round`: ranked there. */
type AppliedFor = { project: number; round: number | null }[]
export type TeamRole = 'administrator' | 'member' | null
export type LockedTeam = {
  id: number
  name: string
  worksOn: Work | null
  promised: string | null // project of another approval that has not taken effect yet
  appliedFor: AppliedFor
  storedBytes: number
  size: number
  isDisbanding: boolean // the undo time is running
  teamRole: TeamRole
  isShown: boolean // by a published project
}
export type LockedApplication = {
  project: LockedProject | null
  team: LockedTeam | null
  request: StoredRequest | null
  givenReason: Reason | null
  round: LockedRound | null
}

// Of a round o. Choices change under a share lock of the round, which sealing waits for.
export const lockedRoundJson = (sql: AnySql) => sql`case when o.id is not null then json_build_object(
    'id', o.id, 'slug', o.slug, 'name', o.name, 'mode', o.mode, 'mostChoices', o.most_choices, 'opensAt', ${instant(sql, 'o.opens_at')},
    'closesAt', ${instant(sql, 'o.closes_at')}, 'announcedAt', ${instant(sql, 'o.announced_at')}, 'sealedAt', ${instant(sql, 'o.sealed_at')},
    'publishedAt', ${instant(sql, 'o.published_at')}, 'endedAt', ${instant(sql, 'o.ended_at')}) end`

// Of a round o.
const teamsIn = (sql: AnySql) => sql`case when o.mode = 'ranked' then (
    select count(*)::int from (select team_id from request where round_id = o.id and rank is not null
      union select team_id from round_lock where round_id = o.id) as taking_part) else 0 end`
export const roundToApplyJson = (sql: AnySql) => sql`jsonb_build_object('teams', ${teamsIn(sql)}) || (${lockedRoundJson(sql)})::jsonb`

type LockedForApplication = LockedApplication & { round: RoundToApply | null }

/** The published project with its announced round, the team, and the team's submitted request for the project. */
export async function lockForApplication(sql: AnySql, slug: string, teamId: number, personId: number): Promise<LockedForApplication> {
  const [, [row]] = await Promise.all([
    lockRows(sql, {
      round: sql`select round_id from project where id = project_at(${slug}) and state = 'published'`,
      project: sql`select id from project where id = project_at(${slug}) and state = 'published'`,
      team: sql`${teamId}::int`,
    }),
    sql<LockedForApplication[]>`
      select ${lockedColumns(sql)}, null as "givenReason", ${roundToApplyJson(sql)} as round
      from (values (1)) as one
      left join project p on p.id = project_at(${slug}) and p.state = 'published'
      left join round o on o.id = p.round_id and o.announced_at is not null
      left join team t on t.id = ${teamId} and t.disbanded_at is null
      left join member m on m.team_id = t.id and m.person_id = ${personId}
      left join request r on r.team_id = t.id and r.project_id = p.id and r.status = 'submitted'
      left join refusal_reason why on why.id = r.reason_id`,
  ])
  return row!
}

export type LockedRequest = LockedApplication & { project: LockedProject; team: LockedTeam; request: StoredRequest }

/** The request with its project and team, if there is one. */
export async function lockRequest(
  sql: AnySql,
  { id, personId, reasonId = null }: { id: number; personId: number; reasonId?: number | null },
): Promise<LockedRequest | undefined> {
  const [, [row]] = await Promise.all([
    lockRows(sql, {
      round: sql`select round_id from request where id = ${id}`,
      project: sql`select project_id from request where id = ${id}`,
      team: sql`select team_id from request where id = ${id}`,
      request: sql`${id}::int`,
    }),
    sql<LockedRequest[]>`
      select ${lockedColumns(sql)},
        (select json_build_object('id', g.id, 'en', g.text_en, 'ru', g.text_ru) from refusal_reason g where g.id = ${reasonId}
          for key share) as "givenReason", ${lockedRoundJson(sql)} as round
      from request r join project p on p.id = r.project_id join team t on t.id = r.team_id left join round o on o.id = r.round_id
      left join member m on m.team_id = t.id and m.person_id = ${personId}
      left join refusal_reason why on why.id = r.reason_id
      where r.id = ${id}`,
  ])
  return row
}

// Of a team t.
const appliedFor = (sql: AnySql) => sql`coalesce((select json_agg(json_build_object('project', w.project_id, 'round', w.round_id))
  from request w where w.team_id = t.id and w.status = 'submitted'), '[]')`

const lockedColumns = (sql: AnySql) => sql`
  case when p.id is not null then json_build_object(
    'id', p.id, 'slug', p.slug, 'name', p.name, 'dateStart', p.date_start, 'dateEnd', p.date_end, 'enrollmentStart', p.enrollment_start,
    'enrollmentEnd', p.enrollment_end, 'publishedAt', ${instant(sql, 'p.published_at')}, 'isPublished', p.state = 'published', 'teamLimit', p.team_limit,
    'teamsWorking', (select count(*) from assignment a where a.project_id = p.id and a.ended_at is null),
    'teamsPromised', (select count(*) from pending_decision d where d.project_id = p.id and d.decision = 'approved' and d.request_id is distinct from r.id)) end as project,
  case when t.id is not null then json_build_object(
    'id', t.id, 'name', t.name,
    'worksOn', (select json_build_object('name', o.name, 'dateEnd', o.date_end) from assignment a join project o on o.id = a.project_id
      where a.team_id = t.id and a.ended_at is null),
    'promised', (select o.name from pending_decision d join project o on o.id = d.project_id
      where d.team_id = t.id and d.decision = 'approved' and d.request_id is distinct from r.id),
    'appliedFor', ${appliedFor(sql)},
    'storedBytes', ${storedBytesOf(sql, 't.id')},
    'size', (select count(*) from member n left join person q on q.id = n.person_id where n.team_id = t.id and q.deleted_at is null),
    'isDisbanding', ${isDisbanding(sql)},
    'isShown', exists (select 1 from assignment a join project o on o.id = a.project_id
      where a.team_id = t.id and a.outcome is distinct from 'left' and o.state = 'published'),
    'teamRole', case when m.is_administrator then 'administrator' when m.id is not null then 'member' end) end as team,
  case when r.id is not null then ${requestJson(sql)} end as request`

/** For a request r with its project p and refusal_reason why. */
export const requestJson = (sql: AnySql) => sql`json_build_object(
    'id', r.id, 'team', r.team_id, 'project', p.slug, 'status', r.status, 'message', r.message, 'comment', r.comment,
    'createdAt', ${instant(sql, 'r.created_at')}, 'updatedAt', ${instant(sql, 'r.updated_at')}, 'decidedAt', ${instant(sql, 'r.decided_at')},
    'reason', case when why.id is not null then json_build_object('id', why.id, 'en', why.text_en, 'ru', why.text_ru) end,
    'round', (select o.slug from round o where o.id = r.round_id and o.abandoned_at is null), 'rank', case when ${isChoice(sql)} then r.rank end, 'files', ${filesOfRequest(sql)})`

/** For a team, or for the team of a request. */
export async function isTeamAdministrator(sql: AnySql, personId: number, about: { team?: number; request?: number }): Promise<boolean> {
  const rows = await sql`
    select 1 from member m join team t on t.id = m.team_id and t.disbanded_at is null where m.person_id = ${personId} and m.is_administrator
      and m.team_id = coalesce(${about.team ?? null}, (select team_id from request where id = ${about.request ?? null}))`
  return rows.length > 0
}

export type RepresentedTeam = {
  id: number
  name: string
  worksOn: Work | null
  appliedFor: AppliedFor
  size: number
  isDisbanding: boolean
}

/** Teams that a person administers, with their current project and submitted requests. */
export async function listRepresentedTeams(sql: AnySql, personId: number): Promise<RepresentedTeam[]> {
  return sql<RepresentedTeam[]>`
    select t.id, t.name,
      (select json_build_object('name', o.name, 'dateEnd', o.date_end) from assignment a join project o on o.id = a.project_id
        where a.team_id = t.id and a.ended_at is null) as "worksOn",
      ${appliedFor(sql)} as "appliedFor",
      (select count(*)::int ${presentMembers(sql)}) as size, ${isDisbanding(sql)} as "isDisbanding"
    from team t join member m on m.team_id = t.id and m.person_id = ${personId} and m.is_administrator
    where t.disbanded_at is null order by t.id`
}

/** Candidates for projects that are open on that day; a rule makes the final selection. */
export async function listProjectsAround(sql: AnySql, day: string): Promise<(LockedProject & { round: RoundToApply | null })[]> {
  return sql<(LockedProject & { round: RoundToApply | null })[]>`
    with candidate as (
        select * from project where state = 'published' and coalesce(enrollment_start, ${day}) <= ${day} and coalesce(date_end, ${day}) >= ${day}
          and coalesce(enrollment_end, date_start - 1, ${day}) >= ${day}),
      announced as materialized (
        select o.id, ${roundToApplyJson(sql)} as json from round o
        where o.announced_at is not null and o.id in (select round_id from candidate))
    select p.id, p.slug, p.name, p.date_start as "dateStart", p.date_end as "dateEnd", p.enrollment_start as "enrollmentStart",
      p.enrollment_end as "enrollmentEnd", p.published_at as "publishedAt", true as "isPublished", p.team_limit as "teamLimit",
      (select count(*)::int from assignment a where a.project_id = p.id and a.ended_at is null) as "teamsWorking", 0 as "teamsPromised",
      announced.json as round
    from candidate p left join announced on announced.id = p.round_id
    order by p.name, p.id`
}
