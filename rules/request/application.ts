import type { ErrorCode } from '#contract/errors.ts'
import { MOST_ROUND_TEAMS } from '#contract/round.ts'
import { freePlaces, includesDay, type Places, type ProjectDates } from '#rules/project/project.ts'
import { activeRound, type RoundFacts, whyNotChoose } from '#rules/round/round.ts'
import type { DirectorySettings } from '#rules/settings/settings.ts'
import { whyNotApplyAsTeam } from '#rules/team/formation.ts'
import { isBusy, windowToApply } from './request.ts'

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

/** The round in which an application for the project is a choice. */
export function rankingRound<T extends RoundFacts>(round: T | null, now: Date): T | null {
  const active = activeRound(round, now)
  return active?.mode === 'ranked' ? active : null
}
