import type { RequestStatus } from '#contract/request.ts'
import { medianOf, placesTaken } from './today.ts'

// Figures of the semester report.

const HOUR_MS = 3_600_000

export type ReportedRequest = { status: RequestStatus; isChoice: boolean; askedAt: Date; decidedAt: Date | null }
export type ReportedWork = { teamLimit: number | null; teams: { id: number }[]; results: number }

const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits

/** Withdrawn and superseded applications got no answer: they count neither for the share nor for the time. */
export function requestFigures(requests: readonly ReportedRequest[]) {
  const count = (status: RequestStatus) => requests.filter((one) => one.status === status).length
  const [approved, declined] = [count('approved'), count('declined')]
  const hours = requests
    .filter(({ status, decidedAt }) => (status === 'approved' || status === 'declined') && decidedAt !== null)
    .map(({ askedAt, decidedAt }) => Math.max(0, decidedAt!.getTime() - askedAt.getTime()) / HOUR_MS)
  const median = medianOf(hours)
  return {
    applications: {
      all: requests.length,
      waiting: requests.filter(({ status, isChoice }) => status === 'submitted' && !isChoice).length,
      choices: requests.filter(({ status, isChoice }) => status === 'submitted' && isChoice).length,
      ...{ approved, declined },
      withdrawn: count('withdrawn'),
      superseded: count('superseded'),
    },
    approvalShare: approved + declined === 0 ? null : round(approved / (approved + declined), 3),
    hoursToDecision: median === null ? null : round(median, 1),
  }
}

export const workFigures = (projects: readonly ReportedWork[]) => ({
  projects: projects.length,
  emptyProjects: projects.filter(({ teams }) => teams.length === 0).length,
  teams: new Set(projects.flatMap(({ teams }) => teams.map(({ id }) => id))).size,
  places: placesTaken(projects.map(({ teamLimit, teams }) => ({ teamLimit, teamsWorking: teams.length }))),
  results: projects.reduce((sum, { results }) => sum + results, 0),
})
