import type { AnySql } from '#database/sql.ts'
import { lockRows } from '#store/lock.ts'

// Covers of projects. A removed or replaced one stays until the sweeper purges it.

export type StoredCover = { hash: string; alt: string; thumbHash: string; focalX: number; focalY: number }
export type StoredImage = { kind: string; sha256: string; size: number }
export type NewCover = StoredCover & { images: StoredImage[] }

/** The present cover of the project as JSON, or null. */
export const coverOfProject = (sql: AnySql) => sql`(
  select json_build_object('hash', c.hash, 'alt', c.alt, 'thumbHash', c.thumb_hash, 'focalX', c.focal_x, 'focalY', c.focal_y)
  from cover c where c.project_id = project.id and c.deleted_at is null)`

// Whether a person administers a team that works on the project.
const worksOn = (sql: AnySql, personId: number | null) => sql`exists (
  select 1 from assignment a join member m on m.team_id = a.team_id
  where a.project_id = project.id and a.ended_at is null and m.person_id = ${personId} and m.is_administrator)`

export type ProjectToCover = {
  id: number
  name: string
  isPublished: boolean
  isWorking: boolean // a team that the caller administers works on it
  teamMayChangeCover: boolean
  cover: (StoredCover & { source: StoredImage }) | null
}

const projectToCover = (sql: AnySql, slug: string, personId: number) => sql<ProjectToCover[]>`
  select project.id, project.name, project.state = 'published' as "isPublished", ${worksOn(sql, personId)} as "isWorking",
    project.team_may_change_cover as "teamMayChangeCover",
    (select to_jsonb(${coverOfProject(sql)}) || jsonb_build_object('source', (
        select json_build_object('kind', i.kind, 'sha256', i.sha256, 'size', i.size)
        from cover c join cover_image i on i.cover_id = c.id and i.kind = 'source' where c.project_id = project.id and c.deleted_at is null))) as cover
  from project where project.id = project_at(${slug})`

export async function findProjectToCover(sql: AnySql, slug: string, personId: number): Promise<ProjectToCover | undefined> {
  const [row] = await projectToCover(sql, slug, personId)
  return row
}

/** The same, locked until the transaction ends. */
export async function lockProjectToCover(sql: AnySql, slug: string, personId: number): Promise<ProjectToCover | undefined> {
  const [, [row]] = await Promise.all([lockRows(sql, { project: sql`project_at(${slug})` }).execute(), projectToCover(sql, slug, personId)])
  return row
}

/** Replaces the present cover. The bytes must be in the file store already. */
export async function putCover(sql: AnySql, projectId: number, cover: NewCover, at: Date): Promise<void> {
  await removeCover(sql, projectId, at)
  const [kinds, hashes, sizes] = (['kind', 'sha256', 'size'] as const).map((key) => cover.images.map((image) => image[key])) as [
    string[],
    string[],
    number[],
  ]
  await sql`
    with bytes as (
      insert into blob (sha256, size, created_at)
      select distinct sha256, size, ${at}::timestamptz from unnest(${hashes}::text[], ${sizes}::int[]) as given (sha256, size)
      on conflict (sha256) do nothing
    ), c as (
      insert into cover (project_id, hash, alt, focal_x, focal_y, thumb_hash, created_at)
      values (${projectId}, ${cover.hash}, ${cover.alt}, ${cover.focalX}, ${cover.focalY}, ${cover.thumbHash}, ${at}) returning id
    )
    insert into cover_image (cover_id, kind, sha256, size)
    select c.id, given.* from c, unnest(${kinds}::text[], ${hashes}::text[], ${sizes}::int[]) as given (kind, sha256, size)`
}

export async function updateAlt(sql: AnySql, projectId: number, alt: string): Promise<void> {
  await sql`update cover set alt = ${alt} where project_id = ${projectId} and deleted_at is null`
}

export async function removeCover(sql: AnySql, projectId: number, at: Date): Promise<void> {
  await sql`update cover set deleted_at = ${at} where project_id = ${projectId} and deleted_at is null`
}

export type CoverImage = { id: number; sha256: string; size: number; isDamaged: boolean; isPublished: boolean; mayTeam: boolean }

/** Several projects may have the same picture: the published one first. */
export async function findCoverImage(sql: AnySql, hash: string, kind: string, personId: number | null): Promise<CoverImage | undefined> {
  const [row] = await sql<CoverImage[]>`
    select c.id, i.sha256, i.size, b.damaged_at is not null as "isDamaged", project.state = 'published' as "isPublished",
      project.team_may_change_cover and ${worksOn(sql, personId)} as "mayTeam"
    from cover c join cover_image i on i.cover_id = c.id join blob b on b.sha256 = i.sha256 join project on project.id = c.project_id
    where c.hash = ${hash} and c.deleted_at is null and i.kind = ${kind}
    order by "isPublished" desc, "mayTeam" desc limit 1`
  return row
}
