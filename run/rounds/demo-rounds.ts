import { computeResult } from '#actions/round/placement.ts'
import { publishDraft } from '#actions/round/results.ts'
import type { RoundSecrets } from '#actions/round/round-secrets.ts'
import type { RoundSeeds } from '#demo/seed.ts'
import { setDraft } from '#store/round/placement.ts'
import { lockRound } from '#store/round/round.ts'
import { sealLocked } from './rounds.ts'

/** Rounds of the demo data go the way of every round: their seed is drawn, their choices are sealed, placed and published with a bundle. */
export const createDemoRounds = (secrets: RoundSecrets): RoundSeeds => ({
  draw: secrets.draw,
  async publish(sql, id, { sealedAt, publishedAt: at, actorId, today }) {
    await lockRound(sql, id)
    await sealLocked(sql, id, secrets, sealedAt)
    const round = (await lockRound(sql, id))!
    const { conditions, basis, placement } = await computeResult(sql, round, secrets, today)
    await setDraft(sql, id, { actorId, at, rule: round.rule, conditions, basis, placement, excluded: [] })
    const problem = await publishDraft(sql, round, { secrets, at, today, actorId })
    if (problem !== null) throw new Error(`the demo round ${round.slug} cannot be published: ${problem}`)
  },
})
