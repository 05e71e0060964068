import { type ApiApp, readerOf } from '#api/app.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { INVITATIONS_A_DAY, MOST_INVITED } from '#contract/invitation.ts'
import type { OpenPerson, RoleMatch } from '#contract/joining.ts'
import type { WantedRole } from '#contract/vocabulary/role.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { withAvatar } from '#rules/person/avatar-address.ts'
import { isCurator } from '#rules/sign-in/admission.ts'
import type { Fit } from '#rules/team/fit.ts'
import { whyNoRoom } from '#rules/team/formation.ts'
import { declinedSince, limitReached, whyNotInvitePerson } from '#rules/team/invitation.ts'
import { findTeamRoles, type InvitingTeam, type StoredOpenPerson } from '#store/person/joining.ts'
import { countInvited } from '#store/team/invitation.ts'
import { findTeamToJoin } from '#store/team/join.ts'

// The team that people are looked for, and what an invitation of each would say.

type Context = { app: ApiApp; caller: { id: number; access: 'member' | 'curator' | 'administrator' } }
type Inviting = InvitingTeam & { missing: WantedRole[]; whyNot: ErrorCode | null; isLimitReached: boolean }

export async function invitingTeam({ app, caller }: Context, given: string, fit: Fit): Promise<Inviting> {
  const reader = readerOf({ app, caller })
  const { now } = reader
  const team = await findTeamToJoin(app.sql, readId(given), reader)
  if (!team || !(team.isVisible || isCurator(caller.access))) throw new Refusal('team_not_found', { team: given })
  if (!team.isAdministrator) throw new Refusal('not_team_administrator', { team: team.name })
  const [{ wantedRoles, memberRoles }, { ofTeam, ofCaller }] = await Promise.all([
    findTeamRoles(app.sql, team.id),
    countInvited(app.sql, team.id, caller.id, now),
  ])
  return {
    teamId: team.id,
    now,
    declinedSince: declinedSince(now),
    missing: fit.missing(wantedRoles, memberRoles),
    whyNot: whyNoRoom(team, app.settings),
    isLimitReached:
      limitReached(ofTeam, { open: MOST_INVITED, ofDay: INVITATIONS_A_DAY }, now) !== null ||
      limitReached(ofCaller, { ofDay: INVITATIONS_A_DAY }, now) !== null,
  }
}

export function toOpenPerson(stored: StoredOpenPerson, matches: RoleMatch[], team: Inviting | null, app: ApiApp): OpenPerson {
  const { isMember, isInvited, isOpen, wasDeclined, got, ...person } = stored
  const code = team && (team.whyNot ?? whyNotInvitePerson(stored) ?? (team.isLimitReached ? 'too_many_invitations' : null))
  return { ...withAvatar(person, app), matches, code }
}
