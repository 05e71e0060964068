import { handle } from '#api/app.ts'
import { placeable } from '#api/console/round/placeable.ts'
import { publishDraft, startPublishing } from '#api/console/round/results.ts'
import { lockedRound } from '#api/console/round/round-input.ts'
import { consoleRound } from '#api/console/round/round-view.ts'
import { publishRound } from '#contract/console/round-placing.ts'
import { Refusal } from '#http/problem.ts'
import { writeDay } from '#rules/day.ts'
import { undoUntil } from '#rules/request.ts'

export default handle(publishRound, ({ app, caller, params, body, change, record, language }) =>
  change(async (sql) => {
    const round = await lockedRound(sql, params.id)
    const at = app.now()
    const result = await placeable(app, sql, round, language)
    await startPublishing(sql, round, result, { draft: body.draft, actorId: caller.id, at, dueAt: undoUntil(at, app.settings) })
    if (app.settings.undoMinutes === 0) {
      const why = await publishDraft(sql, round, { secrets: app.roundSecrets, at, today: writeDay(app.calendar(at)), actorId: caller.id })
      if (why) throw new Refusal(why)
    }
    record(`round ${round.id}`, { name: round.name, state: ['sealed', 'published'] })
    return consoleRound(app, sql, round.id, language)
  }),
)
