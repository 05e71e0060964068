import { handle } from '#api/app.ts'
import { lockedRound } from '#api/console/round/round-input.ts'
import { consoleRound } from '#api/console/round/round-view.ts'
import { undoPublishing } from '#contract/console/round-placing.ts'
import { Refusal } from '#http/response/problem.ts'
import { lockForResults, undoPublishing as undo } from '#store/round/placement.ts'

export default handle(undoPublishing, ({ app, params, change, record, language }) =>
  change(async (sql) => {
    const round = await lockedRound(sql, params.id)
    if (round.publishedAt !== null) throw new Refusal('undo_too_late')
    if (round.publishAt !== null) {
      await lockForResults(sql, round.id)
      await undo(sql, round.id, app.now())
      record(`round ${round.id}`, { name: round.name, state: ['published', 'sealed'] })
    }
    return consoleRound(app, sql, round.id, language)
  }),
)
