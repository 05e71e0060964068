import { exclusionsOf, type Result } from '#actions/round/placement.ts'
import type { AnySql } from '#database/sql.ts'
import { setDraft } from '#store/round/placement.ts'
import { findDraft } from '#store/round/review.ts'
import { insertRoundChanges, type StoredRound } from '#store/round/round.ts'
import { changesOfParts } from './round-changes.ts'

/** Replaces the draft of a locked round. What takes part now and did not before, or the reverse, is a public change. */
export async function keepDraft(
  sql: AnySql,
  round: StoredRound,
  { rule, conditions, basis, placement, teams, projectIds }: Result & { rule: string },
  { actorId, at }: { actorId: number; at: Date },
): Promise<void> {
  const excluded = exclusionsOf(teams)
  const names = new Map([...projectIds].map(([slug, id]) => [id, slug]))
  const before = await findDraft(sql, round.id)
  // Nobody decided these: without a name. The first draft has nothing to compare with.
  if (before) await insertRoundChanges(sql, round, changesOfParts(before.excluded, excluded, names), { actorId: null, at })
  await setDraft(sql, round.id, { actorId, at, rule, conditions, basis, placement, excluded })
}
