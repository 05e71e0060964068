import type { ErrorCode } from '#contract/errors.ts'
import type { RequestStatus } from '#contract/request.ts'
import { TEAM_BYTES } from '#rules/project/file.ts'
import { enrollmentWindow, freePlaces, type Interval, type Places, type ProjectDates, type WrittenDates } from '#rules/project/project.ts'
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

export const fitsTeam = (usedBytes: number, newBytes: number): boolean => usedBytes + newBytes <= TEAM_BYTES
