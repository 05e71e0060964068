import { handle } from '#api/app.ts'
import { placeable } from '#api/console/round/placeable.ts'
import { lockedRound } from '#api/console/round/round-input.ts'
import { consoleRound } from '#api/console/round/round-view.ts'
import { placeRound } from '#contract/console/round-placing.ts'
import { setDraft } from '#store/round-placement.ts'

export default handle(placeRound, ({ app, caller, params, change, record, language }) =>
  change(async (sql) => {
    const round = await lockedRound(sql, params.id)
    const at = app.now()
    const { conditions, placement } = await placeable(app, sql, round, language)
    await setDraft(sql, round.id, { actorId: caller.id, at, rule: round.rule, conditions, placement })
    record(`round ${round.id}`, { name: round.name })
    return consoleRound(app, sql, round.id, language)
  }),
)
