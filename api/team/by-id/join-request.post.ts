import { handle, momentOf } from '#api/app.ts'
import { joinRefusal, joinRequestView, lockVisibleTeam, tooMany } from '#api/joining/join.ts'
import { createJoinRequest, JOIN_REQUEST_DAYS, JOIN_REQUESTS_A_DAY, MOST_JOIN_REQUESTS } from '#contract/invitation.ts'
import { whyNotAskToJoin } from '#rules/team/formation.ts'
import { daysAfter, limitReached } from '#rules/team/invitation.ts'
import { readText } from '#rules/text/text.ts'
import { lockPersonToJoin } from '#store/team/join.ts'
import { countJoinRequests, expireJoinRequests, hasOpenJoinRequest, insertJoinRequest } from '#store/team/join-request.ts'

export default handle(createJoinRequest, ({ app, caller, params, body, change }) =>
  change(async (sql) => {
    const { at, today } = momentOf(app, app.now())
    const team = await lockVisibleTeam(sql, params.id, { app, caller })
    const person = await lockPersonToJoin(sql, caller.id, today)
    await expireJoinRequests(sql, team.id, at)
    const reached = limitReached(await countJoinRequests(sql, caller.id, at), { open: MOST_JOIN_REQUESTS, ofDay: JOIN_REQUESTS_A_DAY }, at)
    const hasAskedToJoin = await hasOpenJoinRequest(sql, team.id, caller.id)
    const own = { isMember: team.member !== null, hasAskedToJoin, freeTeams: person.freeTeams, isLimitReached: reached !== null }
    const why = whyNotAskToJoin({ ...team, own }, app.settings)
    if (why === 'too_many_join_requests') throw tooMany(why, reached!)
    if (why) throw joinRefusal(why, team, app, { person: person.name })
    const message = readText(body.message)
    const expiresAt = daysAfter(at, JOIN_REQUEST_DAYS)
    return joinRequestView(await insertJoinRequest(sql, { teamId: team.id, personId: caller.id, message, at, expiresAt }), app)
  }),
)
