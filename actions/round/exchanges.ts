import { EXCHANGE_HOURS } from '#contract/round-after.ts'
import type { AnySql } from '#database/sql.ts'
import { findExchanges } from '#rules/placement/rule/trading-cycles.ts'
import { DAY_MS } from '#rules/time/day.ts'
import { insertExchange, listWishes } from '#store/round/trading.ts'

/** Proposes every exchange that the wishes allow now to its teams; what a team has refused is not proposed to it for a day. The round is locked. */
export async function proposeExchanges(sql: AnySql, round: { id: number; slug: string }, at: Date): Promise<void> {
  const placed = (await listWishes(sql, round.id, new Date(at.getTime() - DAY_MS))).map(({ team, project, number, wishes }) => ({
    ...{ team: String(team), project: String(project), number },
    wishes: wishes.map(String),
  }))
  const dueAt = new Date(at.getTime() + EXCHANGE_HOURS * 3_600_000)
  for (const moves of findExchanges(placed))
    await insertExchange(
      sql,
      round,
      moves.map(({ team, from, to }) => ({ team: Number(team), from: Number(from), to: Number(to) })),
      { at, dueAt },
    )
}
