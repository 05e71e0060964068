import type { RequestStatus } from '#contract/request.ts'
import type { AnySql } from '#database/sql.ts'
import { fileJson } from '#store/fragments.ts'
import { emails, toAdministrators } from '#store/mail/outbox.ts'
import type { StoredFile } from '#store/project/published.ts'
import type { StoredRequest } from './lock.ts'

// Changes of requests. One statement writes the request, its history and its emails; store/team/move.ts uses its parts.

export type Act = { actorId: number; at: Date }
/** Emails are sent at `tellAt`, or at once. */
export type ToldLater = Act & { tellAt: Date }
export type SentFile = { name: string; mime: string; size: number; sha256: string }
/** In a ranked round it becomes the last choice of the team: a trigger sets the rank. */
export type NewRequest = { projectId: number; teamId: number; roundId?: number | null; message: string | null; files: SentFile[] }

export async function insertRequest(
  sql: AnySql,
  request: NewRequest,
  act: Act,
): Promise<{ id: number; rank: number | null; files: StoredFile[] }> {
  const [row] = await sql<{ id: number; rank: number | null; files: StoredFile[] }[]>`
    with moved as (
        insert into request (team_id, project_id, round_id, message, created_at, updated_at)
        values (${request.teamId}, ${request.projectId}, ${request.roundId ?? null}, ${request.message}, ${act.at}, ${act.at})
        returning id, team_id, project_id, rank, null as from_status, status as to_status, reason_id, comment),
      owner as (select id, team_id, rank from moved),
      ${recorded(sql, act, null)},
      told as (
        ${emails(sql, { kind: 'request_new', at: act.at })}
          reader.id, jsonb_build_object('request', moved.id, 'project', about.slug, 'team', moved.team_id)
          from moved join project about on about.id = moved.project_id
            cross join person reader join notification n on n.person_id = reader.id and n.choices ->> 'request_new' = 'at-once'
            where ${(request.roundId ?? null) === null} and reader.access <> 'member' and reader.disabled_at is null
            and coalesce(about.curator_id, reader.id) = reader.id order by reader.id),
      ${filed(sql, request.files, act)}
    select id, rank, ${justFiled(sql)} as files from owner`
  return row!
}

/** Given files replace all existing ones; null keeps them. Returns the new files. */
export async function changeRequest(
  sql: AnySql,
  id: number,
  { message, files }: { message: string | null; files: SentFile[] | null },
  act: Act,
): Promise<StoredFile[]> {
  const [row] = await sql<{ files: StoredFile[] }[]>`
    with owner as (update request set message = ${message}, updated_at = ${act.at} where id = ${id} returning id, team_id),
      gone as (update file set deleted_at = ${act.at} where request_id = ${id} and deleted_at is null and ${files !== null}),
      ${filed(sql, files ?? [], act)}
    select ${justFiled(sql)} as files from owner`
  return row!.files
}

/** Ends submitted requests without affecting others. */
export async function closeRequest(
  sql: AnySql,
  ids: number | number[],
  { status, reasonId, comment }: { status: 'declined' | 'withdrawn'; reasonId: number | null; comment: string | null },
  act: Act,
): Promise<void> {
  await sql`
    with moved as (${moved(sql, { status, reasonId, comment }, act)} where id = any(${[ids].flat()}::int[]) ${steps(sql)}), ${recorded(sql, act, null)}
    select 1`
}

/** Assigns the project to the team and supersedes the team's other requests. */
export async function approveRequest(
  sql: AnySql,
  { id, team }: Pick<StoredRequest, 'id' | 'team'>,
  { comment, today }: { comment: string | null; today: string },
  act: Act,
): Promise<void> {
  // Assignments to ended projects are not closed automatically.
  await sql`
    update assignment a set ended_at = ${act.at}, outcome = 'finished' from project p
    where a.team_id = ${team} and a.ended_at is null and p.id = a.project_id and p.date_end < ${today}`
  await sql`
    with approved as (${moved(sql, { status: 'approved', reasonId: null, comment }, act)} where id = ${id} ${steps(sql)}),
      superseded as (
        ${moved(sql, { status: 'superseded', reasonId: null, comment: null }, act)}
        where team_id = ${team} and status = 'submitted' and id <> ${id} ${steps(sql)}),
      assigned as (insert into assignment (team_id, project_id, assigned_at) select team_id, project_id, ${act.at} from approved),
      moved as (select * from approved union all select * from superseded),
      ${recorded(sql, act, null)}
    select 1`
}

type Step = { status: RequestStatus; reasonId: number | null; comment: string | null }

export const moved = (sql: AnySql, { status, reasonId, comment }: Step, { at }: Act) => sql`
  update request set status = ${status}, reason_id = ${reasonId}, comment = ${comment}, decided_at = ${at}, updated_at = ${at}`
export const steps = (sql: AnySql) =>
  sql`returning id, team_id, project_id, 'submitted' as from_status, status as to_status, reason_id, comment`

// Writes each row of "moved" to the history and emails the team administrators.
export const recorded = (sql: AnySql, { actorId, at }: Act, tellAt: Date | null) => sql`
  history as (
    insert into request_transition (request_id, from_status, to_status, actor_id, reason_id, comment, at)
    select id, from_status, to_status, ${actorId}::int, reason_id, comment, ${at}::timestamptz from moved order by id),
  mail as (
    ${emails(sql, { kind: sql`'request_' || case to_status when 'submitted' then 'received' else to_status end`, at, dueAt: sql`${tellAt}::timestamptz` })}
      reader.id, jsonb_build_object('request', moved.id, 'project', about.slug, 'team', moved.team_id)
      from moved join project about on about.id = moved.project_id ${toAdministrators(sql, sql`moved.team_id`)} order by moved.id, reader.id)`

// Attaches the files to "owner", in the order of the upload.
const filed = (sql: AnySql, files: SentFile[], { actorId, at }: Act) => sql`
  sent as (
    select nth, one->>'name' as name, one->>'mime' as mime, (one->>'size')::bigint as size, one->>'sha256' as sha256
    from jsonb_array_elements(${sql.json(files.map(({ name, mime, size, sha256 }) => ({ name, mime, size, sha256 })))}) with ordinality as list (one, nth)),
  bytes as (insert into blob (sha256, size, created_at) select distinct sha256, size, ${at}::timestamptz from sent order by sha256
    on conflict (sha256) do nothing),
  filed as (insert into file (kind, team_id, request_id, created_at)
    select 'request', owner.team_id, owner.id, ${at}::timestamptz from owner, sent order by nth returning *),
  written as (
    insert into file_version (file_id, version, name, mime, size, sha256, created_at, created_by)
    select id, 1, name, mime, size, sha256, ${at}::timestamptz, ${actorId}::int
    from (select id, row_number() over (order by id) as nth from filed) as numbered join sent using (nth) returning *)`

const justFiled = (sql: AnySql) => sql`coalesce((
  select json_agg(${fileJson(sql, false)} order by f.id) from filed f join written v on v.file_id = f.id), '[]')`
