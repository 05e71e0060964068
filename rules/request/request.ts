import type { ErrorCode } from '#contract/errors.ts'
import type { RequestStatus } from '#contract/request.ts'
import { MOST_ROUND_TEAMS } from '#contract/round.ts'
import { TEAM_BYTES } from '#rules/project/file.ts'
import {
  enrollmentWindow,
  freePlaces,
  type Interval,
  includesDay,
  type Places,
  type ProjectDates,
  type WrittenDates,
} from '#rules/project/project.ts'
import { activeRound, type RoundFacts, whyNotChoose } from '#rules/round/round.ts'
import type { DirectorySettings } from '#rules/settings/settings.ts'
import { type Calendar, readDay } from '#rules/time/day.ts'

const dayOf = (text: string | null): number | null => (text === null ? null : (readDay(text) ?? null))

export const datesOf = (stored: WrittenDates & { publishedAt: string | Date }, calendar: Calendar): ProjectDates => ({
  dateStart: dayOf(stored.dateStart),
  dateEnd: dayOf(stored.dateEnd),
  enrollmentStart: dayOf(stored.enrollmentStart),
  enrollmentEnd: dayOf(stored.enrollmentEnd),
  published: calendar(new Date(stored.publishedAt)),
})

// A project that is over takes no teams, even if enrollment has no end.
export function windowToApply(dates: ProjectDates): Interval {
  const { from, to } = enrollmentWindow(dates)
  return { from, to: Math.min(to, dates.dateEnd ?? Infinity) }
}

/** A team is free again when its project is over, without any action of a curator. */
export const isBusy = (work: { dateEnd: string | null } | null, today: number): boolean =>
  work !== null && (dayOf(work.dateEnd) ?? Infinity) >= today

/** `teamsPromised`: approvals of other requests for the project that have not taken effect yet. */
export function whyNotApprove(
  status: RequestStatus,
  project: Places & { isPublished: boolean; teamsPromised: number },
  isTeamBusy: boolean,
): ErrorCode | null {
  if (status !== 'submitted') return 'request_decided'
  if (!project.isPublished) return 'project_not_found'
  if (isTeamBusy) return 'team_busy'
  if (freePlaces({ ...project, teamsWorking: project.teamsWorking + project.teamsPromised }) === 0) return 'no_free_place'
  return null
}

/** A decision takes effect then; until then it can be undone, and only curators see it. */
export const undoUntil = (decidedAt: Date, { undoMinutes }: { undoMinutes: number }): Date =>
  new Date(decidedAt.getTime() + undoMinutes * 60_000)

/** For editing, withdrawing and deciding. */
export const whyNotMove = (status: RequestStatus): ErrorCode | null => (status === 'submitted' ? null : 'request_decided')

/** The caller's role in the team of a request; null when not a member. */
export type TeamRole = 'administrator' | 'member' | null

export function whyNotActForTeam(role: TeamRole, isCurator: boolean): ErrorCode | null {
  if (role === 'administrator') return null
  return role === 'member' || isCurator ? 'not_team_administrator' : 'request_not_found'
}

/** `storedBytes` includes removed files that are not purged yet. */
export const fitsTeam = (storedBytes: number, files: readonly { size: number }[]): boolean =>
  files.length === 0 || files.reduce((sum, { size }) => sum + size, storedBytes) <= TEAM_BYTES

// Whether a team may apply for a project, and why not: the same answer for the call that applies and for those that tell it beforehand.

export type Applicant = {
  worksOn: { dateEnd: string | null } | null
  size: number
  isDisbanding: boolean
  appliedFor: readonly { project: number; round: number | null }[] // that await a decision; `round`: ranked there
}

/** `round` has been announced; `teams` counts those that take part in it. */
export type ApplicationTarget = ProjectDates &
  Places & { id: number; round: (RoundFacts & { id: number; mostChoices: number; teams: number }) | null }

type Moment = { now: Date; today: number; settings: Pick<DirectorySettings, 'mostWaiting' | 'leastTeamSize'> }

/** A ranked round has its own limit of applications; the setting limits those outside of rounds. */
export function whyNotApply(project: ApplicationTarget, team: Applicant, { now, today, settings }: Moment): ErrorCode | null {
  if (!includesDay(windowToApply(project), today)) return 'enrollment_closed'
  if (freePlaces(project) === 0) return 'no_free_place'
  if (isBusy(team.worksOn, today)) return 'team_busy'
  if (team.appliedFor.some((one) => one.project === project.id)) return 'already_applied'
  const round = activeRound(project.round, now)
  const isRanked = round?.mode === 'ranked'
  const waiting = team.appliedFor.filter((one) => one.round === (isRanked ? round.id : null)).length
  if (!isRanked && waiting >= settings.mostWaiting) return 'too_many_requests'
  const counts = { choices: waiting, mostChoices: round?.mostChoices ?? 0, teams: round?.teams ?? 0, mostTeams: MOST_ROUND_TEAMS }
  return (round && whyNotChoose(round, counts, now)) ?? whyNotApplyAsTeam(team, settings)
}

/** Why a team cannot apply for any project now. */
export function whyNotApplyAsTeam(
  { size, isDisbanding }: Pick<Applicant, 'size' | 'isDisbanding'>,
  { leastTeamSize }: Pick<DirectorySettings, 'leastTeamSize'>,
): ErrorCode | null {
  if (isDisbanding) return 'team_disbanding'
  return size < leastTeamSize ? 'team_too_small' : null
}

/** The round in which an application for the project is a choice. */
export function rankingRound<T extends RoundFacts>(round: T | null, now: Date): T | null {
  const active = activeRound(round, now)
  return active?.mode === 'ranked' ? active : null
}
