import type { AnySql } from '#database/sql.ts'
import { fileJson, fullNameOrLogin, instant, storedBytesOf } from '#store/fragments.ts'
import { lockRows } from '#store/lock.ts'
import { emails } from '#store/mail/outbox.ts'
import type { StoredFile } from '#store/project/published.ts'

// Result files of teams with their versions, and permission facts for downloads.

type Named = { id: number; name: string }
export type UploadTarget = {
  project: { id: number; slug: string } | null
  team: Named | null
  isTeamShown: boolean // visible to this person: through a published project, or as a member
  isAdministrator: boolean
  isWorking: boolean
  category: (Named & { isPublic: boolean }) | null
  present: StoredFile | null
  usedBytes: number
}

export type NewBytes = { name: string; mime: string; size: number; sha256: string }

// Locks the team of the file, so that concurrent uploads cannot exceed the quota or the limit of one file per category.
// Executed immediately, so that statements queued behind it on the connection read after the lock is granted.
export const lockTeamOf = (sql: AnySql, fileId: number) =>
  lockRows(sql, { team: sql`select team_id from file where id = ${fileId}` }).execute()

export async function findUploadTarget(
  sql: AnySql,
  personId: number,
  input: { project: string; team: number; category: string },
): Promise<UploadTarget> {
  const [target] = await sql<UploadTarget[]>`
    with target as (
      select p.id as project_id, t.id as team_id, c.id as type_id
      from (select 1) one
      left join project p on p.id = project_at(${input.project}) and p.state = 'published'
      left join team t on t.id = ${input.team} and t.disbanded_at is null
      left join lateral (select id from file_type where id::text = ${input.category} or lower(name) = lower(${input.category})
        order by id::text = ${input.category} desc limit 1) c on true)
    select
      (select json_build_object('id', id, 'slug', slug) from project where id = a.project_id) as project,
      (select json_build_object('id', id, 'name', name) from team where id = a.team_id) as team,
      exists (select 1 from member where team_id = a.team_id and person_id = ${personId})
        or exists (select 1 from person where id = ${personId} and access <> 'member')
        or exists (select 1 from assignment w join project o on o.id = w.project_id
          where w.team_id = a.team_id and w.outcome is distinct from 'left' and o.state = 'published') as "isTeamShown",
      exists (select 1 from member where team_id = a.team_id and person_id = ${personId} and is_administrator) as "isAdministrator",
      exists (select 1 from assignment where team_id = a.team_id and project_id = a.project_id and ended_at is null) as "isWorking",
      (select json_build_object('id', id, 'name', name, 'isPublic', is_public) from file_type where id = a.type_id) as category,
      (select ${fileJson(sql)} from file f join file_version v on v.file_id = f.id and v.version = f.version join file_type c on c.id = f.file_type_id
        where f.kind = 'result' and f.deleted_at is null
          and f.project_id = a.project_id and f.team_id = a.team_id and f.file_type_id = a.type_id) as present,
      ${storedBytesOf(sql, 'a.team_id')} as "usedBytes"
    from target a`
  return target!
}

type Author = { by: number; at: Date }

/** The first version of a new file. The bytes must be in the file store already. */
export async function insertResult(
  sql: AnySql,
  where: { project: number; team: number; category: number },
  { name, mime, size, sha256 }: NewBytes,
  { by, at }: Author,
): Promise<StoredFile> {
  const [row] = await sql<{ file: StoredFile }[]>`
    with bytes as (insert into blob (sha256, size, created_at) values (${sha256}, ${size}, ${at}) on conflict do nothing),
    f as (
      insert into file (kind, project_id, team_id, file_type_id, is_public, created_at)
      select 'result', ${where.project}, ${where.team}, id, is_public, ${at} from file_type where id = ${where.category}
      returning *),
    v as (
      insert into file_version (file_id, version, name, mime, size, sha256, created_at, created_by)
      select id, 1, ${name}, ${mime}, ${size}, ${sha256}, ${at}, ${by} from f returning *)
    select ${fileJson(sql)} as file from f join v on true join file_type c on c.id = f.file_type_id`
  return row!.file
}

export type OwnResult = {
  file: StoredFile
  team: Named
  sha256: string
  version: number
  isMember: boolean
  isAdministrator: boolean
  isDeleted: boolean
  usedBytes: number
}

/** A result with the caller's role in its team. */
export async function findOwnResult(sql: AnySql, personId: number, fileId: number): Promise<OwnResult | undefined> {
  const [row] = await sql<OwnResult[]>`
    select ${fileJson(sql)} as file, json_build_object('id', t.id, 'name', t.name) as team, v.sha256, f.version,
      m.id is not null as "isMember", coalesce(m.is_administrator, false) as "isAdministrator", f.deleted_at is not null as "isDeleted",
      ${storedBytesOf(sql, 't.id')} as "usedBytes"
    from file f
    join file_version v on v.file_id = f.id and v.version = f.version
    join file_type c on c.id = f.file_type_id
    join team t on t.id = f.team_id
    left join member m on m.team_id = f.team_id and m.person_id = ${personId} and t.disbanded_at is null
    where f.id = ${fileId} and f.kind = 'result'`
  return row
}

/** Notifies the other team members. */
export async function insertVersion(
  sql: AnySql,
  fileId: number,
  { name, mime, size, sha256 }: NewBytes,
  comment: string | null,
  { by, at }: Author,
): Promise<StoredFile> {
  const [row] = await sql<{ file: StoredFile }[]>`
    with bytes as (insert into blob (sha256, size, created_at) values (${sha256}, ${size}, ${at}) on conflict do nothing),
    f as (update file set version = version + 1 where id = ${fileId} returning *),
    v as (
      insert into file_version (file_id, version, name, mime, size, sha256, comment, created_at, created_by)
      select id, version, ${name}, ${mime}, ${size}, ${sha256}, ${comment}, ${at}, ${by} from f returning *),
    mail as (
      ${emails(sql, { kind: 'result_replaced', at })}
        reader.id, jsonb_build_object('file', f.id, 'version', f.version, 'by', ${by}::int)
        from f join member m on m.team_id = f.team_id
          join person reader on reader.id = m.person_id and reader.id <> ${by} and reader.deleted_at is null order by reader.id)
    select ${fileJson(sql)} as file from f join v on true join file_type c on c.id = f.file_type_id`
  return row!.file
}

export type FileVersion = { version: number; name: string; size: number; date: string; author: string | null; comment: string | null }

/** Newest first. */
export const listFileVersions = (sql: AnySql, fileId: number): Promise<FileVersion[]> => sql<FileVersion[]>`
  select v.version, v.name, v.size::float8 as size, ${instant(sql, 'v.created_at')} as date, ${fullNameOrLogin(sql)} as author, v.comment
  from file_version v left join person p on p.id = v.created_by where v.file_id = ${fileId} order by v.version desc`

export async function markDeleted(sql: AnySql, fileId: number, at: Date): Promise<void> {
  await sql`update file set deleted_at = ${at} where id = ${fileId} and deleted_at is null`
}

export type Download = NewBytes & {
  kind: 'description' | 'result' | 'request'
  isPublic: boolean
  isOld: boolean
  isProjectPublished: boolean
  isMember: boolean
  isDamaged: boolean // the stored bytes do not match their hash
}

/** The current version, or the given one. */
export async function findDownload(
  sql: AnySql,
  fileId: number,
  version: number | null,
  personId: number | null,
): Promise<Download | undefined> {
  const [row] = await sql<Download[]>`
    select f.kind, f.is_public as "isPublic", v.name, v.mime, v.size::float8 as size, v.sha256, v.version <> f.version as "isOld",
      exists (select 1 from blob b where b.sha256 = v.sha256 and b.damaged_at is not null) as "isDamaged",
      coalesce(p.state = 'published', false) as "isProjectPublished",
      exists (select 1 from member m where m.team_id = coalesce(f.team_id, r.team_id) and m.person_id = ${personId}) as "isMember"
    from file f
    join file_version v on v.file_id = f.id and v.version = coalesce(${version}::int, f.version)
    left join request r on r.id = f.request_id
    left join project p on p.id = f.project_id
    where f.id = ${fileId} and f.deleted_at is null`
  return row
}
