import { takeEffect, whyNotTakeEffect } from '#actions/request/take-effect.ts'
import { handle } from '#api/app.ts'
import { lockPending } from '#api/console/request/decision-record.ts'
import { refuseRequest, requestView } from '#api/view/request-view.ts'
import { applyDecision } from '#contract/console/request.ts'
import { whyNotDecideAlone } from '#rules/round/round.ts'

export default handle(applyDecision, ({ app, caller, params, language, change, record }) =>
  change(async (sql) => {
    const at = app.now()
    const today = app.calendar(at)
    const { locked, pending } = await lockPending(sql, params.id, caller.id)
    const { request, team } = locked
    if (!pending) refuseRequest('nothing_pending', locked, language, app)
    const { status, reason, comment } = pending
    const why = whyNotDecideAlone(locked.round) ?? (status === 'approved' ? whyNotTakeEffect(locked, today) : null)
    if (why) refuseRequest(why, locked, language, app)
    await takeEffect(sql, request, pending, { at, today })
    record(`request ${request.id}`, { status, project: request.project, team: team.name })
    const now = at.toISOString()
    return requestView({ ...request, status, reason, comment, decidedAt: now, updatedAt: now }, language, app)
  }),
)
