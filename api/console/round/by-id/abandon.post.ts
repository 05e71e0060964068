import { abandonLocked } from '#actions/round/abandon.ts'
import { handle } from '#api/app.ts'
import { lockedRound, refuseRoundUnless } from '#api/console/round/round-input.ts'
import { consoleRound } from '#api/console/round/round-view.ts'
import { abandonRound } from '#contract/console/round-placing.ts'
import { Refusal } from '#http/response/problem.ts'

export default handle(abandonRound, ({ app, caller, params, change, record, language }) =>
  change(async (sql) => {
    const round = await lockedRound(sql, params.id)
    const at = app.now()
    if (round.abandonedAt === null) {
      const state = refuseRoundUnless({ ...round, publishAt: null }, ['announced', 'open', 'sealed'], language, at)
      const why = await abandonLocked(sql, round, app.roundSecrets, { actorId: caller.id, at })
      if (why !== null) throw new Refusal(why, { round: round.name })
      record(`round ${round.id}`, { name: round.name, state: [state, 'ended'] })
    }
    return consoleRound(app, sql, round.id, language)
  }),
)
