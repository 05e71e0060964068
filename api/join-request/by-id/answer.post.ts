import { handle, readerOf } from '#api/app.ts'
import { join, joinRequestView, personWhoMayJoin } from '#api/joining/join.ts'
import { answerJoinRequest } from '#contract/invitation.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { isCurator } from '#rules/sign-in/admission.ts'
import { lockTeamToJoin } from '#store/team/join.ts'
import { answerOpenRequest, findJoinRequest } from '#store/team/join-request.ts'

export default handle(answerJoinRequest, ({ app, caller, params, body: { isAccepted }, change, record }) =>
  change(async (sql) => {
    const at = app.now()
    const id = readId(params.id)
    const found = await findJoinRequest(sql, id, at)
    const team = found && (await lockTeamToJoin(sql, found.team.id, readerOf({ app, caller })))
    const request = team && (await findJoinRequest(sql, id, at))
    const maySee = request && (team.member !== null || request.person.id === caller.id || isCurator(caller.access))
    if (!maySee) throw new Refusal('join_request_not_found', { request: params.id })
    if (!team.isAdministrator) throw new Refusal('not_team_administrator', { team: team.name })
    const status = isAccepted ? 'accepted' : 'declined'
    if (request.status === status) return joinRequestView(request, app) // retry after a lost response
    if (request.status !== 'open') throw new Refusal('join_request_over')

    if (isAccepted) {
      const person = await personWhoMayJoin(sql, app, team, { id: request.person.id, isCaller: false, at })
      await answerOpenRequest(sql, id, status, caller.id, at)
      const member = await join(sql, app, team, person, { by: caller.id, at })
      record(`team ${team.id}`, { member })
    } else await answerOpenRequest(sql, id, status, caller.id, at)
    return joinRequestView((await findJoinRequest(sql, id, at))!, app)
  }),
)
