import { handle } from '#api/app.ts'
import { refuseRequest, requestView } from '#api/view/request-view.ts'
import { ProjectRequest, withdrawRequest } from '#contract/request.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { whyNotActForTeam, whyNotMove } from '#rules/request/request.ts'
import { whyNotChangeChoice } from '#rules/round/round.ts'
import { closeRequest } from '#store/request/change.ts'
import { lockRequest } from '#store/request/lock.ts'

export default handle(withdrawRequest, ({ app, caller, params, language, change, refuseIfChanged }) =>
  change(async (sql) => {
    const id = readId(params.id)
    const locked = await lockRequest(sql, { id, personId: caller.id })
    if (!locked) throw new Refusal('request_not_found', { request: params.id })
    const why = whyNotActForTeam(locked.team.teamRole, caller.access !== 'member')
    if (why) refuseRequest(why, locked, language, app)
    const { request } = locked
    if (request.status !== 'withdrawn') {
      refuseIfChanged(ProjectRequest, requestView(request, language, app))
      const at = app.now()
      const late = whyNotMove(request.status) ?? whyNotChangeChoice(locked.round, at)
      if (late) refuseRequest(late, locked, language, app)
      await closeRequest(sql, id, { status: 'withdrawn', reasonId: null, comment: null }, { actorId: caller.id, at })
    }
    return { id, status: 'withdrawn' as const }
  }),
)
