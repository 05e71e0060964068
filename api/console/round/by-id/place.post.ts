import { handle } from '#api/app.ts'
import { placeable, refuseIfPublished } from '#api/console/round/placeable.ts'
import { exclusionsOf } from '#api/console/round/placement.ts'
import { changesOfParts } from '#api/console/round/round-changes.ts'
import { lockedRound } from '#api/console/round/round-input.ts'
import { consoleRound } from '#api/console/round/round-view.ts'
import { placeRound } from '#contract/console/round-placing.ts'
import { insertRoundChanges } from '#store/round.ts'
import { setDraft } from '#store/round-placement.ts'
import { findDraft } from '#store/round-review.ts'

// After a change that was made while it was computed, the draft is out of date: its basis is not that of the round.
export default handle(placeRound, ({ app, caller, params, changeAfter, record, language, signal }) =>
  changeAfter(
    () => placeable(app, params.id, { caller, language, signal }),
    async (sql, { rule, conditions, basis, placement, teams, projectIds }) => {
      const round = await lockedRound(sql, params.id)
      refuseIfPublished(round, language)
      const at = app.now()
      const excluded = exclusionsOf(teams)
      const names = new Map([...projectIds].map(([slug, id]) => [id, slug]))
      const before = await findDraft(sql, round.id)
      // Nobody decided these: without a name. The first draft has nothing to compare with.
      if (before) await insertRoundChanges(sql, round, changesOfParts(before.excluded, excluded, names), { actorId: null, at })
      await setDraft(sql, round.id, { actorId: caller.id, at, rule, conditions, basis, placement, excluded })
      record(`round ${round.id}`, { name: round.name })
      return consoleRound(app, sql, round.id, language)
    },
  ),
)
