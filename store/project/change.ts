import type { ProjectState } from '#contract/console/project.ts'
import type { ProjectValues } from '#contract/project/fields.ts'
import type { AnySql } from '#database/sql.ts'
import { lockRows } from '#store/lock.ts'
import { storedFields } from './fields.ts'

// Changes of projects by curators.

const SLUGS = 7_220_011

/** Serialises slug assignment, so that two projects cannot get the same slug. Take it before all other locks. */
export const lockSlugs = (sql: AnySql) => sql`select pg_advisory_xact_lock(${SLUGS})`.execute()

/** Slugs starting like this one that other projects have or had. */
export async function listTakenSlugs(sql: AnySql, slug: string, exceptId: number | null): Promise<string[]> {
  // A long slug is truncated to make room for a number, so compare only its start.
  const start = `${slug.slice(0, 60)}%`
  const rows = await sql<{ slug: string }[]>`
    select slug from project where slug like ${start} and id is distinct from ${exceptId}
    union select slug from former_slug where slug like ${start} and project_id is distinct from ${exceptId}`
  return rows.map((row) => row.slug)
}

export async function insertProject(sql: AnySql, slug: string, values: ProjectValues, at: Date): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into project ${sql({ slug, ...storedFields(values), created_at: at, updated_at: at })} returning id`
  return row!.id
}

export async function updateProject(sql: AnySql, id: number, slug: string, values: ProjectValues, at: Date): Promise<void> {
  await sql`update project set ${sql({ slug, ...storedFields(values), updated_at: at })} where id = ${id}`
}

/** For changes in other tables. */
export async function touchProject(sql: AnySql, id: number, at: Date): Promise<void> {
  await sql`update project set updated_at = ${at} where id = ${id}`
}

export async function listUnknownTags(sql: AnySql, ids: number[]): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select given as id from unnest(${ids}::int[]) as given where not exists (select 1 from tag where tag.id = given)`
  return rows.map(({ id }) => id)
}

export async function setTags(sql: AnySql, id: number, tags: number[]): Promise<void> {
  await sql`delete from project_tag where project_id = ${id} and tag_id <> all(${tags}::int[])`
  await sql`insert into project_tag (project_id, tag_id) select ${id}, unnest(${tags}::int[]) on conflict do nothing`
}

/** Replaces the wanted roles, in this order. */
export async function setWantedRoles(sql: AnySql, id: number, wanted: readonly { id: number; count: number }[]): Promise<void> {
  const [roles, counts] = [wanted.map((role) => role.id), wanted.map(({ count }) => count)]
  await sql`delete from project_wanted_role where project_id = ${id} and role_id <> all(${roles}::int[])`
  await sql`
    insert into project_wanted_role (project_id, role_id, count, position)
    select ${id}, role_id, count, place - 1 from unnest(${roles}::int[], ${counts}::int[]) with ordinality as given (role_id, count, place)
    on conflict (project_id, role_id) do update set count = excluded.count, position = excluded.position
    where (project_wanted_role.count, project_wanted_role.position) <> (excluded.count, excluded.position)`
}

export type ProjectAtSlug = { givenSlug: string; id: number; slug: string }

/** Projects by current or former slug. */
export async function listProjectsAt(sql: AnySql, slugs: string[]): Promise<ProjectAtSlug[]> {
  return sql<ProjectAtSlug[]>`
    select given.slug as "givenSlug", p.id, p.slug from unnest(${slugs}::text[]) with ordinality as given (slug, place)
    join project p on p.id = project_at(given.slug) order by place`
}

/** Replaces the related projects, in this order. */
export async function setRelated(sql: AnySql, id: number, related: number[]): Promise<void> {
  await sql`delete from project_related where project_id = ${id} and related_id <> all(${related}::int[])`
  await sql`
    insert into project_related (project_id, related_id, position)
    select ${id}, related_id, place - 1 from unnest(${related}::int[]) with ordinality as given (related_id, place)
    on conflict (project_id, related_id) do update set position = excluded.position where project_related.position <> excluded.position`
}

type Step = { state: ProjectState; outcome: 'finished' | 'left' | null }

/** Locks the teams whose work will be ended. */
export async function lockTeamsAtWork(sql: AnySql, id: number): Promise<void> {
  await lockRows(sql, { team: sql`select team_id from assignment where project_id = ${id} and ended_at is null` })
}

/** Keeps the date of the first publication. Returns how many assignments were ended. */
export async function moveProject(sql: AnySql, id: number, { state, outcome }: Step, at: Date): Promise<number> {
  await sql`
    update project set state = ${state}, updated_at = ${at},
      published_at = case when ${state} = 'published' then coalesce(published_at, ${at}::timestamptz) else published_at end
    where id = ${id}`
  if (outcome === null) return 0
  const { count } = await sql`
    update assignment set ended_at = ${at}, outcome = ${outcome} where project_id = ${id} and ended_at is null`
  return count
}

/** Also removes its description files; the sweeper deletes their bytes later. */
export async function removeProject(sql: AnySql, id: number): Promise<void> {
  await sql`delete from file where project_id = ${id}`
  await sql`delete from project where id = ${id}`
}
