import { computeUnlocked, getsResult, NotPlaceable } from '#actions/round/placement.ts'
import type { Sql } from '#database/sql.ts'
import { settingsFrom } from '#rules/settings/settings.ts'
import { notPlaceableInWords } from '#rules/text/state-texts.ts'
import { createCalendar, writeDay } from '#rules/time/day.ts'
import type { Config } from '#run/config/config.ts'
import { findRound } from '#store/round/round.ts'
import { findSettings } from '#store/setting.ts'
import { createRoundSecrets } from './secrets.ts'

export type DryRun = { rule: string; teams: number; placed: number; byHand: number; byRank: number[] }

/** What placing a sealed round would give now, as figures. */
export async function placeWithoutWriting(sql: Sql, slug: string, config: Config): Promise<DryRun> {
  const round = await findRound(sql, { slug })
  if (!round) throw new Error(`There is no round “${slug}”.`)
  const { timeZone } = settingsFrom(await findSettings(sql), config)
  const today = writeDay(createCalendar(timeZone)(new Date()))
  const { teams, placement } = await computeUnlocked(sql, round, createRoundSecrets(config), today).catch((error) => {
    throw error instanceof NotPlaceable ? new Error(`“${slug}”: ${notPlaceableInWords(error.why, error.team, 'en')}.`) : error
  })
  const projectOf = new Map(placement.map(({ team, project }) => [team, project]))
  const ranks = teams.flatMap(({ team, choices, lock }) =>
    lock ? [] : (choices.find(({ projectId }) => projectId === projectOf.get(team))?.rank ?? []),
  )
  return {
    rule: round.rule,
    teams: teams.filter(getsResult).length,
    placed: placement.filter(({ project }) => project !== null).length,
    byHand: teams.filter(({ lock }) => lock !== null).length,
    byRank: Array.from({ length: Math.max(0, ...ranks) }, (_, index) => ranks.filter((rank) => rank === index + 1).length),
  }
}
