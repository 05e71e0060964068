import { handle } from '#api/app.ts'
import { refuse, requestView } from '#api/request/request-view.ts'
import { undoDecision } from '#contract/console/request.ts'
import { Refusal } from '#http/problem.ts'
import { readId } from '#rules/id.ts'
import { whyNotUndo } from '#rules/request.ts'
import { lockDecision, revertDecision } from '#store/decision.ts'

export default handle(undoDecision, ({ app, caller, params, language, change, record }) =>
  change(async (sql) => {
    const at = app.now()
    const id = readId(params.id)
    const locked = await lockDecision(sql, id, caller.id)
    if (!locked) throw new Refusal('request_not_found', { request: params.id })
    const { request, team, aftermath } = locked
    if (locked.isTakenBack) return requestView(request, language, app)
    const why = whyNotUndo(request, aftermath, at)
    if (why) refuse(why, locked, language, app)
    const waiting = await revertDecision(sql, id, { actorId: caller.id, at })
    const others = waiting.filter((one) => one !== id)
    record(`request ${id}`, {
      status: [request.status, 'submitted'],
      project: request.project,
      team: team.name,
      ...(others.length > 0 ? { waitingAgain: others } : {}),
    })
    const before = { status: 'submitted' as const, reason: null, comment: null, decidedAt: null }
    return requestView({ ...request, ...before, updatedAt: at.toISOString() }, language, app)
  }),
)
