import { type RequestSort, type RequestStep, type ReviewRequest, requestSorts } from '#contract/console/request.ts'
import type { ListedTeam, TeamMember } from '#contract/console/team.ts'
import type { ProjectRequest, RequestStatus } from '#contract/request.ts'
import type { AnySql } from '#database/sql.ts'
import {
  awaitsDecision,
  type Direction,
  foldedText,
  fullName,
  fullNameOrLogin,
  instant,
  isChoice,
  ordered,
  rolesOfMember,
  type SortColumns,
} from '#store/fragments.ts'
import { isResponsible, personJson, type ResponsibleFilter } from '#store/person/responsibility.ts'
import { type ListedRow, listedProject } from '#store/project/console.ts'
import { type Reason, requestJson, type StoredRequest } from './lock.ts'
import { isAnswerAwaited } from './message.ts'

// Requests for review in the console.

export type StoredReview = Omit<ReviewRequest, keyof ProjectRequest | 'reasonId' | 'freePlaces'> & {
  request: StoredRequest
  teamLimit: number | null
  teamsWorking: number
}

// The assigned reviewer, or the responsible curator of the project.
const reviewer = (sql: AnySql) => sql`coalesce(r.reviewer_id, p.curator_id)`

const reviewQuery = (sql: AnySql) => sql`
  select ${requestJson(sql)} as request, t.name as "teamName", p.id as "projectId", p.name as "projectName", p.team_limit as "teamLimit",
    (select count(*)::int from member m where m.team_id = t.id) as "teamSize",
    places_taken(p.id) as "teamsWorking",
    (select count(*)::int from request o where o.project_id = p.id and o.id <> r.id and ${awaitsDecision(sql, 'o')}) as rivals,
    ${personJson(sql, reviewer(sql))} as reviewer, r.reviewer_id is not null as "isAssigned",
    ${instant(sql, 'r.due_at')} as "undoUntil", r.problem,
    (select count(*)::int from note n where n.request_id = r.id and n.deleted_at is null) as "noteCount",
    ${isAnswerAwaited(sql)} as "isAnswerAwaited"
  from reviewed_request r join project p on p.id = r.project_id join team t on t.id = r.team_id left join refusal_reason why on why.id = r.reason_id`

// Submitted requests first, oldest first; then decided ones, newest first.
const inOrder = (sql: AnySql) => sql`
  order by r.status <> 'submitted', case when r.status = 'submitted' then r.created_at end, r.decided_at desc nulls last, r.id desc`

export type RequestFilter = {
  status?: RequestStatus
  project?: string
  team?: number
  text?: string | null
  reviewer?: ResponsibleFilter
  ids?: number[] | null
}
export type Part = { limit: number; offset: number; sort?: RequestSort; order?: Direction }

const sorts: SortColumns<RequestSort> = {
  created: (sql) => sql`r.created_at`,
  decided: (sql) => sql`r.decided_at`,
  team: (sql) => foldedText(sql, 't.name'),
  project: (sql) => foldedText(sql, 'p.name'),
  status: (sql) => sql`array_position(array['submitted', 'approved', 'declined', 'withdrawn', 'superseded'], r.status)`,
  size: (sql) => sql`"teamSize"`,
}
export type RequestCounts = Record<RequestStatus, number>

// Case-insensitive; ё matches е.
const foldCase = (sql: AnySql, column: string) => sql`translate(lower(${sql(column)}), 'ё', 'е')`

const matching = (sql: AnySql, { project, team, text, reviewer: person, ids = null }: RequestFilter) => {
  const like = text
    ? `%${text
        .toLowerCase()
        .replaceAll('ё', 'е')
        .replace(/[\\%_]/g, '\\$&')}%`
    : null
  // A choice of a ranked round is decided by the round: it awaits no curator.
  return sql`
    (not ${isChoice(sql)} or r.status <> 'submitted')
    and ${project === undefined ? sql`true` : sql`r.project_id = project_at(${project})`}
    and ${isResponsible(sql, reviewer(sql), person)}
    and (${ids}::int[] is null or r.id = any(${ids}::int[]))
    and ${team === undefined ? sql`true` : sql`r.team_id = ${team}::bigint`}
    and ${like === null ? sql`true` : sql`(${foldCase(sql, 't.name')} like ${like} or ${foldCase(sql, 'p.name')} like ${like} or ${foldCase(sql, 'r.message')} like ${like})`}`
}

/** One page of the matching requests, and the counts by status without the status filter. */
export async function listReviewRequests(
  sql: AnySql,
  filter: RequestFilter,
  { limit, offset, sort, order }: Part,
): Promise<{ requests: StoredReview[]; counts: RequestCounts }> {
  const [requests, states] = await Promise.all([
    sql<StoredReview[]>`
      ${reviewQuery(sql)}
      where ${matching(sql, filter)} and ${filter.status === undefined ? sql`true` : sql`r.status = ${filter.status}`}
      ${sort === undefined ? inOrder(sql) : sql`order by ${ordered(sql, sorts[sort](sql), order ?? requestSorts[sort])}, r.created_at, r.id`} limit ${limit} offset ${offset}::bigint`,
    sql<{ status: RequestStatus; count: number }[]>`
      select r.status, count(*)::int as count from reviewed_request r join project p on p.id = r.project_id join team t on t.id = r.team_id
      where ${matching(sql, filter)} group by r.status`,
  ])
  const counts: RequestCounts = { submitted: 0, approved: 0, declined: 0, withdrawn: 0, superseded: 0 }
  for (const { status, count } of states) counts[status] = count
  return { requests, counts }
}

type Step = Omit<RequestStep, 'reason'> & { reason: Reason | null }
export type ReviewTeam = Pick<ListedTeam, 'id' | 'name' | 'description'> & { members: TeamMember[] }
export type RequestReview = {
  review: StoredReview
  project: ListedRow
  team: ReviewTeam
  rivals: StoredReview[]
  others: StoredReview[]
  history: Step[]
}

const MAX_RELATED = 100

/** Everything needed to decide one request. */
export async function findRequestReview(sql: AnySql, id: number): Promise<RequestReview | undefined> {
  const [found] = await sql<StoredReview[]>`${reviewQuery(sql)} where r.id = ${id}`
  if (!found) return undefined
  const { projectId, request } = found
  const [[project], [team], rivals, others, history] = await Promise.all([
    sql<ListedRow[]>`select ${listedProject(sql)} from project where project.id = ${projectId}`,
    sql<ReviewTeam[]>`
      select t.id, t.name, t.description, coalesce((
        select json_agg(json_build_object('id', m.id, 'person', m.person_id, 'login', w.login, 'group', w.group_name, 'isActive', w.id is not null and w.disabled_at is null, 'isAdministrator', m.is_administrator,
          'name', coalesce(nullif(${fullName(sql, 'w')}, ''), m.name),
          'roles', ${rolesOfMember(sql)}
        ) order by m.is_administrator desc, m.id)
        from member m left join person w on w.id = m.person_id where m.team_id = t.id), '[]') as members
      from team t where t.id = ${request.team}`,
    sql<StoredReview[]>`
      ${reviewQuery(sql)} where r.project_id = ${projectId} and r.status = 'submitted' and not ${isChoice(sql)} and r.id <> ${id}
      order by r.created_at, r.id limit ${MAX_RELATED}`,
    sql<StoredReview[]>`
      ${reviewQuery(sql)} where r.team_id = ${request.team} and r.id <> ${id} ${inOrder(sql)} limit ${MAX_RELATED}`,
    sql<Step[]>`
      select s.from_status as "from", s.to_status as "to", ${fullNameOrLogin(sql, 'w')} as by, s.comment, ${instant(sql, 's.at')} as at,
        case when why.id is not null then json_build_object('id', why.id, 'en', why.text_en, 'ru', why.text_ru) end as reason
      from (
        select id, from_status, to_status, actor_id, reason_id, comment, at from request_transition where request_id = ${id}
        union all
        select null, 'submitted', decision, actor_id, reason_id, comment, decided_at from pending_decision where request_id = ${id}
      ) as s left join person w on w.id = s.actor_id left join refusal_reason why on why.id = s.reason_id
      order by s.id nulls last`,
  ])
  return { review: found, project: project!, team: team!, rivals, others, history }
}
