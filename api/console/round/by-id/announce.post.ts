import { changeWindows } from '#actions/round/windows.ts'
import { handle } from '#api/app.ts'
import { endsEarly, lockedRound, refuseIfIncomplete, refuseRoundUnless } from '#api/console/round/round-input.ts'
import { consoleRound } from '#api/console/round/round-view.ts'
import { announceRound } from '#contract/console/round.ts'
import { missingFor } from '#rules/round/round.ts'
import { announceRound as announce, hasWaiting, lockProjectsOf } from '#store/round/edit.ts'

export default handle(announceRound, ({ app, params, change, record, language }) =>
  change(async (sql) => {
    const round = await lockedRound(sql, params.id)
    const at = app.now()
    if (round.announcedAt !== null && round.sealedAt === null) return consoleRound(app, sql, round.id, language) // retry after a lost response
    refuseRoundUnless(round, ['draft'], language, at)
    await lockProjectsOf(sql, round.id, []) // no application is added meanwhile
    const isAwaited = await hasWaiting(sql, round.id)
    const missing = missingFor(
      round,
      { hasPublished: round.projects.length > 0, isAwaited, endsEarly: await endsEarly(sql, round, app) },
      at,
    )
    refuseIfIncomplete(round.name, missing, language)
    const drawn = round.mode === 'ranked' ? app.roundSecrets.draw(round.id) : null
    await changeWindows(sql, { round: round.id }, at, () => announce(sql, round.id, drawn, at))
    record(`round ${round.id}`, { name: round.name, slug: round.slug, state: ['draft', 'announced'] })
    return consoleRound(app, sql, round.id, language)
  }),
)
