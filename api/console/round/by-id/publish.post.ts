import { publishDraft, startPublishing } from '#actions/round/results.ts'
import { handle } from '#api/app.ts'
import { placeable, refuseIfPublished } from '#api/console/round/placeable.ts'
import { lockedRound } from '#api/console/round/round-input.ts'
import { consoleRound } from '#api/console/round/round-view.ts'
import { publishRound } from '#contract/console/round-placing.ts'
import { Refusal } from '#http/response/problem.ts'
import { undoUntil } from '#rules/request/request.ts'
import { writeDay } from '#rules/time/day.ts'

export default handle(publishRound, ({ app, caller, params, body, changeAfter, record, language, signal }) =>
  changeAfter(
    () => placeable(app, params.id, { caller, language, signal }),
    async (sql, result) => {
      const round = await lockedRound(sql, params.id)
      refuseIfPublished(round, language)
      const at = app.now()
      const act = { secrets: app.roundSecrets, at, today: writeDay(app.calendar(at)), actorId: caller.id, result }
      const why =
        (await startPublishing(sql, round, { ...act, draft: body.draft, dueAt: undoUntil(at, app.settings) })) ??
        (app.settings.undoMinutes === 0 ? await publishDraft(sql, round, act) : null)
      if (why) throw new Refusal(why)
      record(`round ${round.id}`, { name: round.name, state: ['sealed', 'published'] })
      return consoleRound(app, sql, round.id, language)
    },
  ),
)
