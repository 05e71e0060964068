import { handle } from '#api/app.ts'
import { decisionRecord, lockForDecision } from '#api/console/request/decision-record.ts'
import { refuse, requestView } from '#api/request/request-view.ts'
import { decideRequest } from '#contract/request.ts'
import { writeDay } from '#rules/day.ts'
import { isBusy, undoUntil, whyNotApprove, whyNotMove } from '#rules/request.ts'
import { readText } from '#rules/text.ts'
import { approveRequest, closeRequest } from '#store/request-change.ts'

export default handle(decideRequest, ({ app, caller, params, body, language, change, record }) =>
  change(async (sql) => {
    const at = app.now()
    const act = { actorId: caller.id, at, tellAt: undoUntil(at) }
    const today = app.calendar(at)
    const isApproval = body.decision === 'approve'
    const reasonId = isApproval ? null : (body.reason ?? null) // only declining has one
    const comment = readText(body.comment)
    const locked = await lockForDecision(sql, params.id, { personId: caller.id, isApproval, reasonId })
    const { request, project, team, givenReason: reason } = locked
    const status = isApproval ? 'approved' : 'declined'
    // Double click, or retry after a lost response.
    if (request.status === status && (request.reason?.id ?? null) === reasonId && request.comment === comment)
      return requestView(request, language, app)
    const why = isApproval ? whyNotApprove(request.status, project, isBusy(team.worksOn, today)) : whyNotMove(request.status)
    if (why) refuse(why, locked, language, app)
    if (isApproval) await approveRequest(sql, request, { comment, today: writeDay(today) }, act)
    else await closeRequest(sql, request.id, { status: 'declined', reasonId, comment }, act)
    record(...decisionRecord(request, status, { team: team.name, reason, comment }))
    const now = at.toISOString()
    return requestView({ ...request, status, reason, comment, decidedAt: now, updatedAt: now }, language, app)
  }),
)
