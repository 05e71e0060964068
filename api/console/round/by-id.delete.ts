import { handle } from '#api/app.ts'
import { ConsoleRound, deleteRound } from '#contract/console/round.ts'
import { removeRound } from '#store/round/edit.ts'
import { lockedRound, refuseRoundUnless } from './round-input.ts'
import { consoleRound } from './round-view.ts'

export default handle(deleteRound, ({ app, params, change, record, language, refuseIfChanged }) =>
  change(async (sql) => {
    const round = await lockedRound(sql, params.id)
    refuseIfChanged(ConsoleRound, await consoleRound(app, sql, round.id, language))
    refuseRoundUnless(round, ['draft'], language, app.now())
    await removeRound(sql, round.id)
    record(`round ${round.id}`, { name: round.name, slug: round.slug })
    return { id: round.id }
  }),
)
