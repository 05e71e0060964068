import type { RequestStatus } from '#contract/request.ts'
import type { AnySql } from '#database/sql.ts'
import { isChoice } from './fragments.ts'

// Data of the semester report. The bounds are instants around the period; the caller compares by the calendar of the directory.

export type WorkOfTeam = {
  projectId: number
  id: number
  name: string
  assignedAt: Date
  endedAt: Date | null
  outcome: 'finished' | 'left' | null
}

export const listWork = (sql: AnySql, projects: number[]): Promise<WorkOfTeam[]> => sql<WorkOfTeam[]>`
  select a.project_id as "projectId", t.id, t.name, a.assigned_at as "assignedAt", a.ended_at as "endedAt", a.outcome
  from assignment a join team t on t.id = a.team_id where a.project_id = any(${projects}::int[]) order by a.assigned_at, a.id`

export type RequestInPeriod = { projectId: number; status: RequestStatus; isChoice: boolean; askedAt: Date; decidedAt: Date | null }

/** Pending decisions do not count: a report is read by others than curators. */
export const listRequestsBetween = (sql: AnySql, from: Date, to: Date): Promise<RequestInPeriod[]> => sql<RequestInPeriod[]>`
  select project_id as "projectId", status, ${isChoice(sql)} as "isChoice", created_at as "askedAt", decided_at as "decidedAt"
  from request r where created_at >= ${from} and created_at < ${to} order by id`

export async function countResults(sql: AnySql, projects: number[]): Promise<Map<number, number>> {
  const rows = await sql<{ id: number; count: number }[]>`
    select project_id as id, count(*)::int as count from file
    where project_id = any(${projects}::int[]) and kind = 'result' and deleted_at is null group by project_id`
  return new Map(rows.map(({ id, count }) => [id, count]))
}
