import { handle } from '#api/app.ts'
import { lockedRound, refuseRoundUnless } from '#api/console/round/round-input.ts'
import { consoleRound } from '#api/console/round/round-view.ts'
import { markChoices } from '#contract/console/round.ts'
import { Refusal } from '#http/response/problem.ts'
import { findReason } from '#store/request/decision.ts'
import { lockChoices, setMarks } from '#store/round/edit.ts'
import { insertRoundChanges } from '#store/round/round.ts'

export default handle(markChoices, ({ app, caller, params, body, change, record, language }) =>
  change(async (sql) => {
    const round = await lockedRound(sql, params.id)
    const at = app.now()
    refuseRoundUnless(round, ['open', 'sealed'], language, at)
    const marks = [...new Map(body.marks.map((one) => [one.request, one])).values()].map(({ request, mark, reason }) => {
      if (mark === 'unsuitable' && reason == null) throw new Refusal('reason_required')
      return { request, mark, reason: mark === 'unsuitable' ? reason! : null } // only an unsuitable choice has one
    })
    for (const reason of new Set(marks.flatMap((one) => one.reason ?? [])))
      if (!(await findReason(sql, reason))) throw new Refusal('unknown_reason')
    const requests = marks.map(({ request }) => request)
    const locked = new Map((await lockChoices(sql, round.id, requests)).map((one) => [one.request, one]))
    const missing = requests.find((id) => !locked.has(id))
    if (missing !== undefined) throw new Refusal('request_not_found', { request: missing })
    await setMarks(sql, round.id, marks)
    await insertRoundChanges(sql, round, [{ what: { code: 'marks', count: marks.length }, isPublic: false }], { actorId: caller.id, at })
    for (const { request, mark } of marks)
      record(`request ${request}`, { status: mark ?? 'none', team: locked.get(request)!.team, project: locked.get(request)!.project })
    return consoleRound(app, sql, round.id, language)
  }),
)
