import { handle } from '#api/app.ts'
import { choicesView } from '#api/round/choices-view.ts'
import { listChoices } from '#contract/round.ts'
import { Refusal } from '#http/response/problem.ts'
import { findRound } from '#store/round/round.ts'

export default handle(listChoices, async ({ app, caller, params, language }) => {
  const round = await findRound(app.sql, { slug: params.slug })
  if (!round || round.announcedAt === null || round.mode === 'direct') throw new Refusal('round_not_found', { round: params.slug })
  return choicesView(app, { sql: app.sql, round, personId: caller.id, language })
})
