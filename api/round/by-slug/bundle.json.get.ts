import { handle } from '#api/app.ts'
import { toUtf8 } from '#catalog/write.ts'
import { getBundle } from '#contract/round.ts'
import { Refusal } from '#http/response/problem.ts'
import { findBundle } from '#store/round/round.ts'

// Callers with a token get an answer that no cache keeps; the cached one of guests is dropped when the round changes.
export default handle(getBundle, async ({ app, params, caller }) => {
  const round = await findBundle(app.sql, params.slug, caller?.id ?? null)
  if (!round) throw new Refusal('round_not_found', { round: params.slug })
  if (round.isAbandoned) throw new Refusal('round_abandoned', { round: round.name })
  const isReader = round.readers === 'everyone' || round.isParticipant || (caller !== null && caller.access !== 'member')
  if (round.bundle === null || !isReader) throw new Refusal('round_not_published', { round: round.name })
  return { utf8: toUtf8(round.bundle) }
})
