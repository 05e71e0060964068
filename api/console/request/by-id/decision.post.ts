import { handle } from '#api/app.ts'
import { decided } from '#api/console/request/decided.ts'
import { refuse, requestShown } from '#api/request/shown.ts'
import { decideRequest } from '#contract/request.ts'
import { Refusal } from '#http/problem.ts'
import { writeDay } from '#rules/day.ts'
import { readId } from '#rules/id.ts'
import { isBusy, undoUntil, whyNotApprove, whyNotMove } from '#rules/request.ts'
import { readText } from '#rules/text.ts'
import { holdRequest } from '#store/request.ts'
import { approveRequest, closeRequest } from '#store/request-change.ts'

export default handle(decideRequest, ({ app, caller, params, body, language, change, record }) =>
  change(async (sql) => {
    const at = app.now()
    const act = { actorId: caller.id, at, tellAt: undoUntil(at) }
    const today = app.calendar(at)
    const id = readId(params.id)
    const isApproval = body.decision === 'approve'
    const reasonId = isApproval ? null : (body.reason ?? null) // only a refusal has one
    const comment = readText(body.comment)
    const held = await holdRequest(sql, { id, personId: caller.id, reasonId })
    if (!held) throw new Refusal('request_not_found', { request: params.id })
    const { request, project, team, givenReason: reason } = held
    if (!isApproval && reasonId === null) throw new Refusal('reason_required')
    if (reasonId !== null && reason === null) throw new Refusal('unknown_reason')
    const status = isApproval ? 'approved' : 'declined'
    // The same decision once more: by a second click, or by somebody who did not hear our answer.
    if (request.status === status && (request.reason?.id ?? null) === reasonId && request.comment === comment)
      return requestShown(request, language, app)
    const why = isApproval ? whyNotApprove(request.status, project, isBusy(team.worksOn, today)) : whyNotMove(request.status)
    if (why) refuse(why, held, language, app)
    if (isApproval) await approveRequest(sql, request, { comment, today: writeDay(today) }, act)
    else await closeRequest(sql, id, { status: 'declined', reasonId, comment }, act)
    record(...decided(request, status, { team: team.name, reason, comment }))
    const now = at.toISOString()
    return requestShown({ ...request, status, reason, comment, decidedAt: now, updatedAt: now }, language, app)
  }),
)
