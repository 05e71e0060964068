import type { AnySql, PendingQuery, Row } from '#database/sql.ts'
import { fullNameOrLogin } from '#store/fragments.ts'
import { lockRows } from '#store/lock.ts'
import { lockTeamsOf } from '#store/team/lock.ts'

// Curators of projects, reviewers of applications, and groups of people.

/** Who is responsible: a person, null for nobody; undefined: not filtered. */
export type ResponsibleFilter = number | null | undefined

export const isResponsible = (sql: AnySql, column: PendingQuery<Row[]>, filter: ResponsibleFilter) =>
  filter === undefined ? sql`true` : sql`${column} is not distinct from ${filter}::int`

/** The person in this column as `{ id, name }`, or null. */
export const personJson = (sql: AnySql, column: PendingQuery<Row[]>) => sql`(
  select json_build_object('id', w.id, 'name', ${fullNameOrLogin(sql, 'w')}) from person w where w.id = ${column})`

export type Reviewer = { id: number; name: string; isCurator: boolean }

/** Share lock, so that the access is not taken until the transaction ends. Lock the projects and requests first. */
export async function lockCurator(sql: AnySql, id: number): Promise<Reviewer | undefined> {
  const [row] = await sql<Reviewer[]>`
    select p.id, ${fullNameOrLogin(sql)} as name, p.access <> 'member' and p.disabled_at is null as "isCurator"
    from person p where p.id = ${id} and p.deleted_at is null for share`
  return row
}

/** Those who have access to the console, which is not taken until the transaction ends. */
export async function lockCurators(sql: AnySql, ids: number[]): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select p.id from person p where p.id = any(${ids}::int[]) and p.access <> 'member' and p.disabled_at is null and p.deleted_at is null
    order by p.id for share`
  return rows.map(({ id }) => id)
}

/** Locks what people are responsible for, before the people; returns how much it is. `withTeams`: also their teams, before members change or an account is closed. */
export async function lockResponsibilities(
  sql: AnySql,
  personIds: number[],
  { withTeams = false } = {},
): Promise<{ projects: number; reviews: number }> {
  const ids = sql`any(${personIds}::int[])`
  await lockRows(sql, { project: sql`select id from project where curator_id = ${ids}` })
  if (withTeams) await lockTeamsOf(sql, personIds)
  await lockRows(sql, { request: sql`select id from request where reviewer_id = ${ids}` })
  const [row] = await sql<{ projects: number; reviews: number }[]>`
    select (select count(*)::int from project where curator_id = ${ids}) as projects, (select count(*)::int from request where reviewer_id = ${ids}) as reviews`
  return row!
}

/** Moves it to another person; to nobody when that one has no access to the console. */
export async function moveResponsibilities(sql: AnySql, from: number, into: number): Promise<void> {
  const heir = sql`(select id from person where id = ${into} and access <> 'member' and disabled_at is null)`
  await sql`update project set curator_id = ${heir} where curator_id = ${from}`
  await sql`update request set reviewer_id = ${heir} where reviewer_id = ${from}`
}

export async function setProjectCurator(sql: AnySql, id: number, curatorId: number | null): Promise<void> {
  await sql`update project set curator_id = ${curatorId}::int where id = ${id} and curator_id is distinct from ${curatorId}::int`
}

export async function setReviewer(sql: AnySql, requestIds: number[], reviewerId: number | null): Promise<void> {
  await sql`update request set reviewer_id = ${reviewerId}::int where id = any(${requestIds}::int[])`
}

export type AssignedRequest = { id: number; isWaiting: boolean; team: string; project: string; reviewer: string | null }

/** The locked requests with their assigned reviewers. */
export async function listAssigned(sql: AnySql, ids: number[]): Promise<AssignedRequest[]> {
  return sql<AssignedRequest[]>`
    select r.id, r.status = 'submitted' as "isWaiting", t.name as team, p.slug as project, ${fullNameOrLogin(sql, 'w')} as reviewer
    from request r join team t on t.id = r.team_id join project p on p.id = r.project_id left join person w on w.id = r.reviewer_id
    where r.id = any(${ids}::int[]) order by r.id`
}

const MOST_GROUPS = 500

/** The groups of people, with how many people each has. As in the list of people, one group may be written in capitals or not: its usual spelling. */
export async function listGroups(sql: AnySql): Promise<{ name: string; people: number }[]> {
  return sql<{ name: string; people: number }[]>`
    select mode() within group (order by group_name) as name, count(*)::int as people from person where group_name is not null and deleted_at is null
    group by lower(group_name) order by replace(lower(group_name), 'ё', 'е'), name limit ${MOST_GROUPS}`
}

export async function countWithoutGroup(sql: AnySql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from person where group_name is null and deleted_at is null`
  return row!.count
}
