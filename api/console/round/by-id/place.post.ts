import { handle } from '#api/app.ts'
import { keepDraft } from '#api/console/round/draft.ts'
import { placeable, refuseIfPublished } from '#api/console/round/placeable.ts'
import { lockedRound } from '#api/console/round/round-input.ts'
import { consoleRound } from '#api/console/round/round-view.ts'
import { placeRound } from '#contract/console/round-placing.ts'

// After a change that was made while it was computed, the draft is out of date: its basis is not that of the round.
export default handle(placeRound, ({ app, caller, params, changeAfter, record, language, signal }) =>
  changeAfter(
    () => placeable(app, params.id, { caller, language, signal }),
    async (sql, result) => {
      const round = await lockedRound(sql, params.id)
      refuseIfPublished(round, language)
      await keepDraft(sql, round, result, { actorId: caller.id, at: app.now() })
      record(`round ${round.id}`, { name: round.name })
      return consoleRound(app, sql, round.id, language)
    },
  ),
)
