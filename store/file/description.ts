import type { AnySql } from '#database/sql.ts'
import { fileJson } from '#store/fragments.ts'
import { lockRows } from '#store/lock.ts'
import type { StoredFile } from '#store/project/published.ts'
import type { NewBytes } from './result.ts'

// Files managed by curators: description files of projects, and the visibility of results.

export type ProjectFile = { file: StoredFile; project: { id: number; slug: string; name: string }; isDeleted: boolean }

/** Locks the project and then the team of a file. */
export const lockOwnersOf = (sql: AnySql, fileId: number) =>
  lockRows(sql, {
    project: sql`select project_id from file where id = ${fileId}`,
    team: sql`select team_id from file where id = ${fileId}`,
  }).execute()

export async function findProjectFile(sql: AnySql, fileId: number, kind: 'description' | 'result'): Promise<ProjectFile | undefined> {
  const [row] = await sql<ProjectFile[]>`
    select ${fileJson(sql)} as file, f.deleted_at is not null as "isDeleted",
      json_build_object('id', p.id, 'slug', p.slug, 'name', p.name) as project
    from file f join file_version v on v.file_id = f.id and v.version = f.version join project p on p.id = f.project_id
    left join file_type c on c.id = f.file_type_id
    where f.id = ${fileId} and f.kind = ${kind}`
  return row
}

/** Bytes of all description files and covers of a project, also of removed ones until they are purged. */
export async function findDescriptionBytes(sql: AnySql, projectId: number): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`
    select (
      coalesce((select sum(v.size) from file f join file_version v on v.file_id = f.id
        where f.project_id = ${projectId} and f.kind = 'description'), 0)
      + coalesce((select sum(i.size) from cover c join cover_image i on i.cover_id = c.id where c.project_id = ${projectId}), 0))::float8 as bytes`
  return row!.bytes
}

/** Public as soon as its project is published. The bytes must be in the file store already. */
export async function insertDescriptionFile(
  sql: AnySql,
  projectId: number,
  { name, mime, size, sha256 }: NewBytes,
  { by, at }: { by: number; at: Date },
): Promise<StoredFile> {
  const [row] = await sql<{ file: StoredFile }[]>`
    with bytes as (insert into blob (sha256, size, created_at) values (${sha256}, ${size}, ${at}) on conflict do nothing),
    f as (insert into file (kind, project_id, is_public, created_at) values ('description', ${projectId}, true, ${at}) returning *),
    v as (
      insert into file_version (file_id, version, name, mime, size, sha256, created_at, created_by)
      select id, 1, ${name}, ${mime}, ${size}, ${sha256}, ${at}, ${by} from f returning *)
    select ${fileJson(sql, false)} as file from f join v on true`
  return row!.file
}

export async function setVisibility(sql: AnySql, fileId: number, isPublic: boolean): Promise<void> {
  await sql`update file set is_public = ${isPublic} where id = ${fileId}`
}
