import { handle } from '#api/app.ts'
import { lockPending } from '#api/console/request/decision-record.ts'
import { refuseRequest, requestView } from '#api/view/request-view.ts'
import { undoDecision } from '#contract/console/request.ts'
import { whyNotDecideAlone } from '#rules/round/round.ts'
import { removeDecision } from '#store/request/decision.ts'

export default handle(undoDecision, ({ app, caller, params, language, change, record }) =>
  change(async (sql) => {
    const { locked, pending } = await lockPending(sql, params.id, caller.id)
    const { request, team } = locked
    const why = pending ? whyNotDecideAlone(locked.round) : null
    if (why) refuseRequest(why, locked, language, app)
    if (pending) {
      await removeDecision(sql, request.id)
      record(`request ${request.id}`, { status: [pending.status, 'submitted'], project: request.project, team: team.name })
    } else if (request.status !== 'submitted') refuseRequest('undo_too_late', locked, language, app)
    return requestView(request, language, app)
  }),
)
