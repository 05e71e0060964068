import { handle, readerOf } from '#api/app.ts'
import { joinRequestView } from '#api/joining/join.ts'
import { cancelJoinRequest } from '#contract/invitation.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { lockTeamToJoin } from '#store/team/join.ts'
import { cancelOwnJoinRequest, findJoinRequest } from '#store/team/join-request.ts'

export default handle(cancelJoinRequest, ({ app, caller, params, change }) =>
  change(async (sql) => {
    const at = app.now()
    const id = readId(params.id)
    const found = await findJoinRequest(sql, id, at)
    if (found?.person.id !== caller.id) throw new Refusal('join_request_not_found', { request: params.id })
    await lockTeamToJoin(sql, found.team.id, readerOf({ app, caller }))
    const request = (await findJoinRequest(sql, id, at)) ?? found
    if (request.status === 'cancelled') return joinRequestView(request, app) // retry after a lost response
    if (request.status !== 'open') throw new Refusal('join_request_over')
    await cancelOwnJoinRequest(sql, id, at)
    return joinRequestView((await findJoinRequest(sql, id, at))!, app)
  }),
)
