import { handle } from '#api/app.ts'
import { toUtf8 } from '#catalog/write.ts'
import { getBundle } from '#contract/round.ts'
import { Refusal } from '#http/problem.ts'
import { findBundle } from '#store/round.ts'

export default handle(getBundle, async ({ app, params }) => {
  const round = await findBundle(app.sql, params.slug)
  if (!round) throw new Refusal('round_not_found', { round: params.slug })
  if (round.isAbandoned) throw new Refusal('round_abandoned', { round: round.name })
  if (round.bundle === null) throw new Refusal('round_not_published', { round: round.name })
  return { utf8: toUtf8(round.bundle) }
})
