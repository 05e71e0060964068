import { handle } from '#api/app.ts'
import { personWhoMayJoin, requestView, tooMany } from '#api/invitation/join.ts'
import { createJoinRequest, JOIN_REQUEST_DAYS, JOIN_REQUESTS_A_DAY, MOST_JOIN_REQUESTS } from '#contract/invitation.ts'
import { Refusal } from '#http/response/problem.ts'
import { daysAfter, limitReached } from '#rules/team/invitation.ts'
import { readText } from '#rules/text/text.ts'
import { nameOf } from '#store/team/join.ts'
import { countJoinRequests, expireJoinRequests, insertJoinRequest, isWaiting } from '#store/team/join-request.ts'
import { lockVisibleTeam } from './administrator.ts'

export default handle(createJoinRequest, ({ app, caller, params, body, change }) =>
  change(async (sql) => {
    const at = app.now()
    const team = await lockVisibleTeam(sql, params.id, caller, at)
    if (team.member !== null) throw new Refusal('already_member', { person: await nameOf(sql, caller.id), team: team.name })
    await expireJoinRequests(sql, team.id, at)
    if (await isWaiting(sql, team.id, caller.id)) throw new Refusal('already_asked_to_join', { team: team.name })
    if (!team.takesRequests && app.settings.whoFormsTeams === 'members') throw new Refusal('team_not_looking', { team: team.name })
    await personWhoMayJoin(sql, app, team, { id: caller.id, isCaller: true, at })
    const reached = limitReached(await countJoinRequests(sql, caller.id, at), { open: MOST_JOIN_REQUESTS, ofDay: JOIN_REQUESTS_A_DAY }, at)
    if (reached) throw tooMany('too_many_join_requests', reached)
    const message = readText(body.message)
    const expiresAt = daysAfter(at, JOIN_REQUEST_DAYS)
    return requestView(await insertJoinRequest(sql, { teamId: team.id, personId: caller.id, message, at, expiresAt }), app)
  }),
)
