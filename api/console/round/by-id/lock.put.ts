import { handle } from '#api/app.ts'
import { lockOf } from '#api/console/round/lock-input.ts'
import { lockedRound, refuseRoundUnless } from '#api/console/round/round-input.ts'
import { consoleRound } from '#api/console/round/round-view.ts'
import { lockTeam } from '#contract/console/round.ts'
import { setLock } from '#store/round/edit.ts'
import { insertRoundChanges, type RoundChange } from '#store/round/round.ts'

export default handle(lockTeam, ({ app, caller, params, body, change, record, language }) =>
  change(async (sql) => {
    const round = await lockedRound(sql, params.id)
    const at = app.now()
    refuseRoundUnless(round, ['announced', 'open', 'sealed'], language, at)
    const { team, lock } = await lockOf(sql, round, body, app)
    await setLock(sql, round.id, team.id, lock, at)
    const what: RoundChange = lock ? { code: 'lock', project: lock.slug } : { code: 'unlock' }
    await insertRoundChanges(sql, round, [{ what, isPublic: false }], { actorId: caller.id, at })
    record(`round ${round.id}`, { team: team.name, project: lock?.slug ?? null, ...(lock ? { reason: lock.reason } : {}) })
    return consoleRound(app, sql, round.id, language)
  }),
)
