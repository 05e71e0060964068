import { randomBytes } from 'node:crypto'
import type { ApiApp } from '#api/app.ts'
import { INVITATION_DAYS, INVITATIONS_A_DAY, LINK_DAYS, LINKS_A_DAY, MOST_INVITED, MOST_LINKS } from '#contract/invitation.ts'
import type { InvitationLink } from '#contract/team.ts'
import type { TransactionSql } from '#database/sql.ts'
import { Refusal } from '#http/response/problem.ts'
import { withAvatar } from '#rules/person/avatar-address.ts'
import { daysAfter, declinedSince, limitReached, whyNotInvitePerson } from '#rules/team/invitation.ts'
import { readText } from '#rules/text/text.ts'
import {
  countInvited,
  countLinks,
  expireInvitations,
  hashOfToken,
  insertInvitation,
  insertLink,
  lockPersonToInvite,
  renewLink,
} from '#store/team/invitation.ts'
import { tooMany } from './join.ts'

// The two ways to invite: by a link, and a person of the directory.

type Inviting = { app: ApiApp; callerId: number; team: { id: number; name: string; size: number }; at: Date }

const makeToken = (): string => `pj_in_${randomBytes(24).toString('base64url')}`

const linkAnswer = (app: ApiApp, link: InvitationLink, token: string) => ({
  link: { ...link, token, url: `${app.config.publicUrl}/invitation/${token}` },
  invited: null,
})

export async function inviteByLink(sql: TransactionSql, { app, callerId, team, at }: Inviting, uses?: number) {
  const reached = limitReached(await countLinks(sql, team.id, at), { open: MOST_LINKS, ofDay: LINKS_A_DAY }, at)
  if (reached) throw tooMany('too_many_invitations', reached)
  const token = makeToken()
  const link = await insertLink(sql, {
    teamId: team.id,
    tokenHash: hashOfToken(token),
    personId: callerId,
    mostUses: uses ?? app.settings.mostTeamSize - team.size,
    at,
    expiresAt: daysAfter(at, LINK_DAYS),
  })
  return linkAnswer(app, link, token)
}

/** The same link with another token; null if it has been used or has ended. */
export async function renewedLink(sql: TransactionSql, { app, team, at }: Inviting, id: number) {
  const token = makeToken()
  const link = await renewLink(sql, { id, teamId: team.id, tokenHash: hashOfToken(token), now: at })
  return link ? linkAnswer(app, link, token) : null
}

export async function invitePerson(sql: TransactionSql, { app, callerId, team, at }: Inviting, personId: number, message?: string | null) {
  const about = { personId, callerId, teamId: team.id }
  await expireInvitations(sql, team.id, at)
  const person = await lockPersonToInvite(sql, { ...about, now: at, declinedSince: declinedSince(at) })
  const whyNot = whyNotInvitePerson(person)
  if (!person || whyNot)
    throw new Refusal(whyNot ?? 'person_not_found', { person: person?.name ?? personId, name: person?.name ?? '', team: team.name })
  const { ofTeam, ofCaller } = await countInvited(sql, team.id, callerId, at)
  const reached =
    limitReached(ofTeam, { open: MOST_INVITED, ofDay: INVITATIONS_A_DAY }, at) ?? limitReached(ofCaller, { ofDay: INVITATIONS_A_DAY }, at)
  if (reached) throw tooMany('too_many_invitations', reached)
  const expiresAt = daysAfter(at, INVITATION_DAYS)
  const invited = await insertInvitation(sql, { ...about, message: readText(message), at, expiresAt })
  return { link: null, invited: withAvatar(invited, app) }
}
