import { handle } from '#api/app.ts'
import { getConsoleRound } from '#contract/console/round.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { findRound } from '#store/round/round.ts'
import { consoleRound } from './round-view.ts'

export default handle(getConsoleRound, async ({ app, params, language }) => {
  const round = await findRound(app.sql, { id: readId(params.id) })
  if (!round) throw new Refusal('round_not_found', { round: params.id })
  return consoleRound(app, app.sql, round.id, language)
})
