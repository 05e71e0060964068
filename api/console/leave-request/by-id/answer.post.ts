import { changeMembers } from '#actions/team/members.ts'
import { handle, momentOf } from '#api/app.ts'
import { answerLeaveRequest } from '#contract/console/team-formation.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { insertMail } from '#store/mail/outbox.ts'
import { findLeaveRequest, lockLeaveRequest, writeLeaveAnswer } from '#store/team/leave-request.ts'
import { listAdministrators } from '#store/team/succession.ts'

export default handle(answerLeaveRequest, ({ app, caller, params, body, change, record, requestId }) =>
  change(async (sql) => {
    const at = app.now()
    const request = await lockLeaveRequest(sql, readId(params.id))
    if (!request) throw new Refusal('leave_request_not_found', { request: params.id })
    if (request.status !== 'open') throw new Refusal('leave_request_over')
    const { id, team, person } = request
    const status = body.isAgreed ? ('agreed' as const) : ('declined' as const)
    const moment = momentOf(app, at)
    await changeMembers(sql, [team.id], moment, () => writeLeaveAnswer(sql, request, { status, by: caller.id, at }))
    const admins = body.isAgreed ? await listAdministrators(sql, team.id) : []
    const data = { team: team.id, by: caller.id, person: person.id, isAgreed: body.isAgreed }
    for (const personId of [person.id, ...admins]) await insertMail(sql, { kind: 'leave_request_answered', personId, data, at, requestId })
    record(`team ${team.id}`, { team: team.name, member: person.name, person: person.id, status })
    return (await findLeaveRequest(sql, id))!
  }),
)
