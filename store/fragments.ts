import type { AnySql, PendingQuery, Row } from '#database/sql.ts'

// Shared SQL fragments. They expect these table aliases: person p, member m, file f, file_version v, file_type c, team t. A project has none, so that
// a fragment about projects fails in a statement about people, and the other way round.

/** ISO 8601 in UTC with milliseconds, as Date writes it. */
export const instant = (sql: AnySql, column: string) => sql`to_char(${sql(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** "surname name patronymic"; empty when the person has none of them. */
export const fullName = (sql: AnySql, person = 'p') => {
  const part = (name: string) => sql`nullif(${sql(`${person}.${name}`)}, '')`
  return sql`concat_ws(' ', ${part('surname')}, ${part('name')}, ${part('patronymic')})`
}

/** The full name, or the login of a person without a name; null when there is no such person. */
export const fullNameOrLogin = (sql: AnySql, person = 'p') => sql`coalesce(nullif(${fullName(sql, person)}, ''), ${sql(`${person}.login`)})`

/** The current name of the person; members without an account have a name of their own. */
export const memberName = (sql: AnySql) => sql`case when p.id is null then m.name else ${fullNameOrLogin(sql)} end`

export const rolesOfMember = (sql: AnySql) =>
  sql`array(select r.name from member_role mr join role r on r.id = mr.role_id where mr.member_id = m.id order by mr.position, r.name)`

/** A StoredFile. Files of requests have no category. */
export const fileJson = (sql: AnySql, hasCategory = true) => sql`
  json_build_object('id', f.id, 'kind', f.kind, 'name', v.name, 'category', ${hasCategory ? sql`c.name` : sql`null`}, 'team', f.team_id, 'isPublic', f.is_public,
    'version', f.version, 'mime', v.mime, 'size', v.size, 'sha256', v.sha256, 'date', ${instant(sql, 'v.created_at')})`

/** Current description and result files of a project. */
export const filesOfProject = (sql: AnySql) => sql`coalesce((
  select json_agg(${fileJson(sql)} order by f.id)
  from file f join file_version v on v.file_id = f.id and v.version = f.version left join file_type c on c.id = f.file_type_id
  where f.project_id = project.id and f.deleted_at is null and f.kind <> 'request'), '[]')`

/** Current files of the request r. */
export const filesOfRequest = (sql: AnySql) => sql`coalesce((
  select json_agg(${fileJson(sql, false)} order by f.id)
  from file f join file_version v on v.file_id = f.id and v.version = f.version
  where f.request_id = r.id and f.deleted_at is null), '[]')`

export const linksOfProject = (sql: AnySql) => sql`coalesce((
  select json_agg(json_build_object('id', l.id, 'platform', f.name, 'link', l.url) order by l.id)
  from link l join platform f on f.id = l.platform_id where l.project_id = project.id), '[]')`

export const wantedRolesOfProject = (sql: AnySql) => sql`coalesce((
  select json_agg(json_build_object('role', r.name, 'roleRu', r.name_ru, 'count', w.count) order by w.position)
  from project_wanted_role w join role r on r.id = w.role_id where w.project_id = project.id), '[]')`

/** Of the team t. */
export const wantedRolesOfTeam = (sql: AnySql) => sql`coalesce((
  select json_agg(json_build_object('role', r.name, 'roleRu', r.name_ru, 'count', w.count) order by w.position)
  from team_wanted_role w join role r on r.id = w.role_id where w.team_id = t.id), '[]')`

/** `from` and `where` of the project `o` that the team `t` works on. It no longer counts when it is over, also if no curator has ended the assignment. */
export const runningProject = (sql: AnySql, today: string) => sql`
  from assignment a join project o on o.id = a.project_id
  where a.team_id = t.id and a.ended_at is null and coalesce(o.date_end >= ${today}::date, true)`

/** `from` and `where` of the members `m` of the team `t` and their people `p`, without deleted accounts, which stay for the history. */
export const presentMembers = (sql: AnySql) => sql`
  from member m left join person p on p.id = m.person_id where m.team_id = t.id and p.deleted_at is null`

/**
 * The name of the round whose closed choices the team `t` is in, or for which curators put it into a project. Until its results take effect, only
 * curators change the members, so that those who are placed are those who chose.
 */
export const sealedRoundOf = (sql: AnySql, now: Date) => sql`(
  select o.name from (
    select r.round_id from request r where r.team_id = t.id and r.status = 'submitted' and r.round_id is not null
    union all select l.round_id from round_lock l join round x on x.id = l.round_id and x.published_at is null where l.team_id = t.id) as found
  join round o on o.id = found.round_id
  where o.ended_at is null and (o.sealed_at is not null or o.closes_at <= ${now}) order by o.id limit 1)`

/** A disbanding of the team t that can still be undone. */
export const isDisbanding = (sql: AnySql) => sql`exists (select 1 from pending_team_change d where d.team_id = t.id and d.kind = 'disband')`

/** Somebody can answer requests to join the team t. Curators can form teams without an administrator. */
export const hasAdministrator = (sql: AnySql) => sql`exists (
  select 1 from member m join person p on p.id = m.person_id where m.team_id = t.id and m.is_administrator and p.disabled_at is null and p.deleted_at is null)`

/** How many living teams without a running project the person is in. */
export const freeTeamsOf = (sql: AnySql, personId: number, today: string) => sql`(
  select count(*)::int from team t join member m on m.team_id = t.id and m.person_id = ${personId}
  where t.disbanded_at is null and not exists (select 1 ${runningProject(sql, today)}))`

/** What the person p offers to teams; nothing as soon as they are no longer open to joining. */
export const offeredRoles = (sql: AnySql) => sql`array(
  select r.name from person_joining_role o join person_joining j on j.person_id = o.person_id and j.is_open join role r on r.id = o.role_id
  where o.person_id = p.id order by o.position)`

/** What counts for the quota of a team: all versions of its files, also of removed ones until they are purged. */
export const storedBytesOf = (sql: AnySql, team: 'a.team_id' | 't.id') => sql`
  coalesce((select sum(v.size) from file f join file_version v on v.file_id = f.id where f.team_id = ${sql.unsafe(team)}), 0)::float8`

/** How many people saved the project. */
export const savedCountOf = (sql: AnySql) => sql`(select count(*)::int from saved_project s where s.project_id = project.id)`

/** For comparing and sorting texts: case-insensitive, ё as е; empty texts are null. */
export const foldedText = (sql: AnySql, column: string) => sql`nullif(replace(lower(${sql(column)}), 'ё', 'е'), '')`

export type Direction = 'asc' | 'desc'
/** What each sort of a list orders by. */
export type SortColumns<K extends string> = Record<K, (sql: AnySql) => PendingQuery<Row[]>>

/** Part of an `order by`; empty values come last in both directions. */
export const ordered = (sql: AnySql, by: PendingQuery<Row[]>, order: Direction) =>
  order === 'asc' ? sql`${by} asc nulls last` : sql`${by} desc nulls last`

/** A row of `request` that was made in a round, which decides it. Those of a round that was abandoned are applications. */
export const isChoice = (sql: AnySql, request = 'r') =>
  sql`(${sql(`${request}.round_id`)} is not null and ${sql(`${request}.round_id`)} not in (select id from round where abandoned_at is not null))`

/**
 * A row of `request` that a curator should decide. Not a choice of a ranked round, which is decided by the round; not one whose decision is
 * pending, or whose team is promised another project. The same as `submitted` outside of rounds in `reviewed_request`, but reads only open rows.
 */
export const awaitsDecision = (sql: AnySql, request = 'r') => sql`
  ${sql(`${request}.status`)} = 'submitted' and not ${isChoice(sql, request)} and not exists (
    select 1 from pending_decision d
    where d.request_id = ${sql(`${request}.id`)} or (d.team_id = ${sql(`${request}.team_id`)} and d.decision = 'approved'))`

/** Counts of the requests `r` of a project or team that are not over: to decide, choices of rounds, and all that have no result in effect. */
export const openRequests = (sql: AnySql, isOwn: PendingQuery<Row[]>) => sql`
  (select count(*)::int from request r where ${isOwn} and ${awaitsDecision(sql)}) as "requestsWaiting",
  (select count(*)::int from request r where ${isOwn} and r.status = 'submitted' and ${isChoice(sql)}) as "choicesWaiting",
  (select count(*)::int from request r where ${isOwn} and r.status = 'submitted') as "requestsOpen"`
export type OpenRequests = { requestsWaiting: number; choicesWaiting: number; requestsOpen: number }

/** How many teams have worked on the project and no longer do. */
export const teamsEnded = (sql: AnySql) => sql`(
  select count(distinct a.team_id)::int from assignment a where a.project_id = project.id and a.ended_at is not null and not exists (
    select 1 from assignment again where again.project_id = project.id and again.team_id = a.team_id and again.ended_at is null))`
