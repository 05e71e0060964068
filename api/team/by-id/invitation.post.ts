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
import type { InvitationLink } from '#contract/team.ts'
import { Refusal } from '#http/problem.ts'
import { daysAfter, declinedSince, limitReached, whyNotInvite, whyNotInvitePerson } from '#rules/invitation.ts'
import { readText } from '#rules/text.ts'
import {
  countInvited,
  countLinks,
  expireInvitations,
  insertInvitation,
  insertLink,
  lockPersonToInvite,
  renewLink,
} from '#store/invitation.ts'
import type { TransactionSql } from '#store/sql.ts'
import { lockAsAdministrator } from './administrator.ts'

const makeToken = (): string => `pj_in_${randomBytes(24).toString('base64url')}`

export default handle(createInvitation, ({ app, caller, params, body, change }) => {
  const answerOf = (link: InvitationLink, token: string) => ({
    link: { ...link, token, url: `${app.config.publicUrl}/invitation/${token}` },
    invited: null,
  })

  async function invite(sql: TransactionSql) {
    const at = app.now()
    const team = await lockAsAdministrator(sql, params.id, caller, at)
    const why = whyNotInvite(team, app.settings, app.calendar(at))
    if (why) throw joinRefusal(why, team, app, at)

    async function inviteByLink() {
      const reached = limitReached(await countLinks(sql, team.id, at), { open: MOST_LINKS, ofDay: LINKS_A_DAY }, at)
      if (reached) throw tooMany('too_many_invitations', reached)
      const token = makeToken()
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
      return answerOf(link, token)
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
  }

  type Answer = Awaited<ReturnType<typeof invite>>
  type Stored = { id: number } | { invited: Answer['invited'] }
  const hide = ({ link, invited }: Answer): Stored => (link ? { id: link.id } : { invited })

  // The answer with the token was lost: nobody has it, so the link gets another one.
  async function again(sql: TransactionSql, stored: Stored): Promise<Answer> {
    if ('invited' in stored) return { link: null, invited: stored.invited } as Answer
    const now = app.now()
    const { id: teamId } = await lockAsAdministrator(sql, params.id, caller, now)
    const token = makeToken()
    const link = await renewLink(sql, { id: stored.id, teamId, tokenHash: hashOfToken(token), now })
    return link ? answerOf(link, token) : invite(sql)
  }

  return change(invite, { hide, again })
})
