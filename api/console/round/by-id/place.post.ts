import { handle } from '#api/app.ts'
import { placeable, refuseIfPublished } from '#api/console/round/placeable.ts'
import { lockedRound } from '#api/console/round/round-input.ts'
import { consoleRound } from '#api/console/round/round-view.ts'
import { placeRound } from '#contract/console/round-placing.ts'
import { setDraft } from '#store/round-placement.ts'

// A change that is made while it is computed shows in the draft: it is out of date.
export default handle(placeRound, ({ app, caller, params, changeAfter, record, language, signal }) =>
  changeAfter(
    () => placeable(app, params.id, { caller, language, signal }),
    async (sql, { rule, conditions, placement }) => {
      const round = await lockedRound(sql, params.id)
      refuseIfPublished(round, language)
      await setDraft(sql, round.id, { actorId: caller.id, at: app.now(), rule, conditions, placement })
      record(`round ${round.id}`, { name: round.name })
      return consoleRound(app, sql, round.id, language)
    },
  ),
)
