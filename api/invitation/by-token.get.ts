import { handle } from '#api/app.ts'
import { missingRolesOf } from '#api/joining/join.ts'
import { detailOf } from '#contract/error-text.ts'
import { getInvitation } from '#contract/invitation.ts'
import { Refusal } from '#http/response/problem.ts'
import { joinDetails, whyNotJoin } from '#rules/team/formation.ts'
import { writeDay } from '#rules/time/day.ts'
import { findLink, findLinkPage, hashOfToken } from '#store/team/invitation.ts'
import { countFreeTeams, findTeamToJoin } from '#store/team/join.ts'

export default handle(getInvitation, async ({ app, caller, params, language, spend }) => {
  const { sql, settings } = app
  const at = app.now()
  const today = writeDay(app.calendar(at))
  const found = await findLink(sql, hashOfToken(params.token), { now: at, member: caller?.id ?? null })
  const [team, page] = found
    ? await Promise.all([findTeamToJoin(sql, found.teamId, { personId: caller?.id ?? null, now: at, today }), findLinkPage(sql, found.id)])
    : []
  if (!team || !page) {
    await spend('failures') // guesses
    throw new Refusal('invitation_over')
  }
  const freeTeams = caller ? await countFreeTeams(sql, caller.id, today) : 0
  const isMember = team.member !== null
  const code = isMember ? null : whyNotJoin(team, freeTeams, settings)
  return {
    team: {
      id: caller && team.id,
      name: team.name,
      description: page.description,
      size: team.size,
      mostMembers: settings.mostTeamSize,
      missingRoles: missingRolesOf(app, page),
    },
    inviter: caller ? page.inviter : page.inviterFirstName,
    expiresAt: page.expiresAt,
    isMember,
    code,
    why: code && detailOf(code, language, joinDetails(team, settings)),
  }
})
