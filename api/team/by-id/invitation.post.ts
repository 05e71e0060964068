import { randomBytes } from 'node:crypto'
import { handle } from '#api/app.ts'
import { hashOfToken, joinRefusal, tooMany, withAvatar } from '#api/invitation/join.ts'
import {
  createInvitation,
  INVITATION_DAYS,
  INVITATIONS_A_DAY,
  LINK_DAYS,
  LINKS_A_DAY,
  MOST_INVITED,
  MOST_LINKS,
} from '#contract/invitation.ts'
import { Refusal } from '#http/problem.ts'
import { daysAfter, declinedSince, limitReached, whyNotInvite, whyNotInvitePerson } from '#rules/invitation.ts'
import { readText } from '#rules/text.ts'
import { countInvited, countLinks, expireInvitations, insertInvitation, insertLink, lockPersonToInvite } from '#store/invitation.ts'
import { lockAsAdministrator } from './administrator.ts'

export default handle(createInvitation, ({ app, caller, params, body, change }) =>
  change(async (sql) => {
    const at = app.now()
    const team = await lockAsAdministrator(sql, params.id, caller, at)
    const why = whyNotInvite(team, app.settings, app.calendar(at))
    if (why) throw joinRefusal(why, team, app, at)

    async function inviteByLink() {
      const reached = limitReached(await countLinks(sql, team.id, at), { open: MOST_LINKS, ofDay: LINKS_A_DAY }, at)
      if (reached) throw tooMany('too_many_invitations', reached)
      const token = `pj_in_${randomBytes(24).toString('base64url')}`
      const mostUses = body.uses ?? app.settings.mostTeamSize - team.size
      const tokenHash = hashOfToken(token)
      const link = await insertLink(sql, {
        teamId: team.id,
        tokenHash,
        personId: caller.id,
        mostUses,
        at,
        expiresAt: daysAfter(at, LINK_DAYS),
      })
      return { link: { ...link, token, url: `${app.config.publicUrl}/invitation/${token}` }, invited: null }
    }

    async function invitePerson(personId: number) {
      const about = { personId, callerId: caller.id, teamId: team.id }
      await expireInvitations(sql, team.id, at)
      const person = await lockPersonToInvite(sql, { ...about, now: at, declinedSince: declinedSince(at) })
      const whyNot = whyNotInvitePerson(person)
      if (!person || whyNot)
        throw new Refusal(whyNot ?? 'person_not_found', { person: person?.name ?? personId, name: person?.name ?? '', team: team.name })
      const { ofTeam, ofCaller } = await countInvited(sql, team.id, caller.id, at)
      const reached =
        limitReached(ofTeam, { open: MOST_INVITED, ofDay: INVITATIONS_A_DAY }, at) ??
        limitReached(ofCaller, { ofDay: INVITATIONS_A_DAY }, at)
      if (reached) throw tooMany('too_many_invitations', reached)
      const expiresAt = daysAfter(at, INVITATION_DAYS)
      const invited = await insertInvitation(sql, { ...about, message: readText(body.message), at, expiresAt })
      return { link: null, invited: withAvatar(invited, app) }
    }

    return body.person ? invitePerson(body.person) : inviteByLink()
  }),
)
