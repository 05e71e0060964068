import { handle } from '#api/app.ts'
import { lockedRound, refuseRoundUnless } from '#api/console/round/round-input.ts'
import { consoleRound } from '#api/console/round/round-view.ts'
import { endRound } from '#contract/console/round-placing.ts'
import { endRound as end } from '#store/round/placement.ts'

export default handle(endRound, ({ app, params, change, record, language }) =>
  change(async (sql) => {
    const round = await lockedRound(sql, params.id)
    const at = app.now()
    if (round.endedAt === null) {
      refuseRoundUnless(round, ['published'], language, at)
      await end(sql, round.id, at)
      record(`round ${round.id}`, { name: round.name, state: ['published', 'ended'] })
    }
    return consoleRound(app, sql, round.id, language)
  }),
)
