import type { ErrorCode } from '#contract/errors.ts'
import { DECLINED_DAYS, INVITATIONS_A_DAY_TO_ONE } from '#contract/invitation.ts'
import { isBusy } from '#rules/request/request.ts'
import type { DirectorySettings } from '#rules/settings/settings.ts'
import { DAY_MS } from '#rules/time/day.ts'

// Who may invite into a team and join it, and how often.

export type TeamState = {
  name: string
  size: number
  worksOn: { name: string; dateEnd: string | null } | null
  isDisbanding: boolean
  sealedRound: string | null // in whose closed choices it is
}
type Settings = Readonly<Pick<DirectorySettings, 'whoFormsTeams' | 'mostTeamSize' | 'freeTeamsPerPerson'>>

/**
 * The project because of which only curators change the members; null when the team is free. An approval that has not taken effect does not
 * count: the refusal would tell what only curators know.
 */
export const projectOf = ({ worksOn }: Pick<TeamState, 'worksOn'>, today: number): string | null =>
  worksOn && isBusy(worksOn, today) ? worksOn.name : null

export function whyNotInvite(team: TeamState, settings: Settings, today: number): ErrorCode | null {
  if (settings.whoFormsTeams === 'curators') return 'teams_by_curators_only'
  if (team.isDisbanding) return 'team_disbanding'
  if (projectOf(team, today) !== null) return 'team_has_project'
  if (team.sealedRound !== null) return 'team_in_closed_round'
  return team.size >= settings.mostTeamSize ? 'team_full' : null
}

/** `freeTeams`: how many teams without a running project the person is in. */
export function whyNotJoin(team: TeamState, freeTeams: number, settings: Settings, today: number): ErrorCode | null {
  return whyNotInvite(team, settings, today) ?? (freeTeams >= settings.freeTeamsPerPerson ? 'too_many_teams' : null)
}

type PersonToInvite = { isMember: boolean; isInvited: boolean; isOpen: boolean; wasDeclined: boolean; got: number }

/** What others cannot know is not told apart: a decline, and how many invitations the person gets. */
export function whyNotInvitePerson(person: PersonToInvite | undefined): ErrorCode | null {
  if (!person) return 'person_not_found'
  if (person.isMember) return 'already_member'
  if (person.isInvited) return 'already_invited'
  return person.isOpen && !person.wasDeclined && person.got < INVITATIONS_A_DAY_TO_ONE ? null : 'not_open_to_joining'
}

export const daysAfter = (time: Date, days: number): Date => new Date(time.getTime() + days * DAY_MS)
/** A decline after this time still counts. */
export const declinedSince = (now: Date): Date => daysAfter(now, -DECLINED_DAYS)

/** For the texts of the errors above. */
export const joinDetails = (team: TeamState, settings: Settings, today: number) => ({
  team: team.name,
  project: projectOf(team, today) ?? '',
  round: team.sealedRound ?? '',
  most: settings.mostTeamSize,
  limit: settings.freeTeamsPerPerson,
})

/** Open ones, with the time when the first of them expires, and those of the last 24 hours, with the time of the first. */
export type Used = { open: number; openUntil: Date | null; ofDay: number; firstOfDay: Date | null }

/** The limit that is reached, and when it no longer is. */
export function limitReached(used: Used, most: { open?: number; ofDay: number }, now: Date): { limit: number; seconds: number } | null {
  const secondsUntil = (time: number) => Math.max(1, Math.ceil((time - now.getTime()) / 1000))
  if (most.open !== undefined && used.open >= most.open)
    return { limit: most.open, seconds: secondsUntil(used.openUntil?.getTime() ?? now.getTime()) }
  if (used.ofDay >= most.ofDay) return { limit: most.ofDay, seconds: secondsUntil((used.firstOfDay ?? now).getTime() + DAY_MS) }
  return null
}
