import { takeEffect, whyNotTakeEffect } from '#actions/request/take-effect.ts'
import { handle } from '#api/app.ts'
import { decisionRecord, lockForDecision } from '#api/console/request/decision-record.ts'
import { refuseRequest, requestView } from '#api/view/request-view.ts'
import { decideRequest } from '#contract/request.ts'
import { undoUntil, whyNotMove } from '#rules/request/request.ts'
import { whyNotDecideAlone } from '#rules/round/round.ts'
import { readText } from '#rules/text/text.ts'
import { insertDecisions } from '#store/request/decision.ts'

export default handle(decideRequest, ({ app, caller, params, body, language, change, record }) =>
  change(async (sql) => {
    const at = app.now()
    const isApproval = body.decision === 'approve'
    const reasonId = isApproval ? null : (body.reason ?? null) // only declining has one
    const comment = readText(body.comment)
    const locked = await lockForDecision(sql, params.id, { personId: caller.id, isApproval, reasonId })
    const { request, team, givenReason: reason } = locked
    const status = isApproval ? 'approved' : 'declined'
    // Double click, or retry after a lost response.
    if (request.status === status && (request.reason?.id ?? null) === reasonId && request.comment === comment)
      return requestView(request, language, app)
    const why = whyNotDecideAlone(locked.round) ?? (isApproval ? whyNotTakeEffect(locked, app.calendar(at)) : whyNotMove(request.status))
    if (why) refuseRequest(why, locked, language, app)
    const decision = { status, reasonId, comment, actorId: caller.id } as const
    await insertDecisions(sql, [request.id], { ...decision, at, dueAt: undoUntil(at, app.settings) })
    if (app.settings.undoMinutes === 0) await takeEffect(sql, request, { ...decision, reason }, { at, today: app.calendar(at) })
    record(...decisionRecord(request, status, { team: team.name, reason, comment }))
    const now = at.toISOString()
    return requestView({ ...request, status, reason, comment, decidedAt: now, updatedAt: now }, language, app)
  }),
)
