import { handle } from '#api/app.ts'
import { lockedRound, refuseRoundUnless, writeRound } from '#api/console/round/round-input.ts'
import { consoleRound } from '#api/console/round/round-view.ts'
import { closeRound } from '#contract/console/round.ts'
import { windowDays } from '#rules/round/round.ts'
import { insertRoundChanges } from '#store/round/round.ts'

export default handle(closeRound, ({ app, caller, params, change, record, language }) =>
  change(async (sql) => {
    const round = await lockedRound(sql, params.id)
    const at = app.now()
    refuseRoundUnless(round, ['open'], language, at)
    const closesAt = at.toISOString()
    const closed = { ...round, closesAt, ...windowDays(round.opensAt!, closesAt, app.calendar) }
    await writeRound(sql, round.id, closed, at)
    await insertRoundChanges(sql, round, [{ what: { code: 'closed', before: round.closesAt }, isPublic: true }], { actorId: caller.id, at })
    record(`round ${round.id}`, { name: round.name, state: ['open', 'sealed'] })
    return consoleRound(app, sql, round.id, language)
  }),
)
