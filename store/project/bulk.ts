import type { ProjectState } from '#contract/console/project.ts'
import type { BulkChange } from '#contract/console/project-bulk.ts'
import type { AnySql } from '#database/sql.ts'
import { instant } from '#store/fragments.ts'
import { lockRows } from '#store/lock.ts'

// Changes of many projects, and what the projects were before.

/** One project before the change: only what was changed. */
export type BulkEntry = {
  id: number
  state: ProjectState
  publishedAt: string | null
  values: Record<string, string | null>
  tags: number[] | null
  curator?: { id: number; name: string } | null // the responsible person; absent: not changed
  endedTeams: number[] // teams whose work was ended by the change
}

export async function insertBulk(sql: AnySql, personId: number, entries: BulkEntry[], at: Date): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into project_bulk (person_id, at, entries) values (${personId}, ${at}, ${sql.json(entries)}) returning id`
  return row!.id
}

/** The changes of a person since then, newest first. */
export const listBulks = (sql: AnySql, personId: number, since: Date): Promise<Omit<BulkChange, 'until'>[]> =>
  sql<Omit<BulkChange, 'until'>[]>`
    select id, ${instant(sql, 'at')} as at, jsonb_array_length(entries) as projects from project_bulk
    where person_id = ${personId} and at > ${since} order by at desc, id desc limit 20`

/** Removed: it can be undone only one time. */
export async function claimBulk(sql: AnySql, personId: number, id: number): Promise<{ at: Date; entries: BulkEntry[] } | undefined> {
  const [row] = await sql<{ at: Date; entries: BulkEntry[] }[]>`
    delete from project_bulk where id = ${id} and person_id = ${personId} returning at, entries`
  return row
}

/** Locks the projects, and the teams that work on them or worked on them before. */
export async function lockForBulk(sql: AnySql, ids: number[], teams: number[] = []): Promise<void> {
  await lockRows(sql, { project: sql`select unnest(${ids}::int[])` })
  const atWork = sql`select team_id from assignment where project_id = any(${ids}::int[]) and ended_at is null`
  await lockRows(sql, { team: sql`select unnest(${teams}::int[]) union ${atWork}` })
}

/** Teams working on these projects. */
export const listTeamsAtWork = (sql: AnySql, ids: number[]): Promise<{ project: number; team: number }[]> =>
  sql<{ project: number; team: number }[]>`
    select project_id as project, team_id as team from assignment where project_id = any(${ids}::int[]) and ended_at is null order by id`

/** Those of the teams that have a project. */
export async function listBusyTeams(sql: AnySql, teams: number[]): Promise<number[]> {
  const rows = await sql<{ team: number }[]>`
    select distinct team_id as team from assignment where team_id = any(${teams}::int[]) and ended_at is null`
  return rows.map(({ team }) => team)
}

/** Back to an earlier state: work that was ended at that moment goes on. */
export async function restoreState(sql: AnySql, id: number, { state, publishedAt, endedTeams }: BulkEntry, endedAt: Date): Promise<void> {
  await sql`update project set state = ${state}, published_at = ${publishedAt}::timestamptz where id = ${id}`
  await sql`
    update assignment set ended_at = null, outcome = null
    where project_id = ${id} and team_id = any(${endedTeams}::int[]) and ended_at = ${endedAt}`
}
