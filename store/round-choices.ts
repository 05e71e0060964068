import type { AnySql } from './sql.ts'

// Choices of teams in a ranked round.

export async function countTeams(sql: AnySql, round: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (
      select team_id from request where round_id = ${round} and rank is not null union select team_id from round_lock where round_id = ${round}) as teams`
  return row!.count
}
