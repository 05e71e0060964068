import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ReportedRequest, requestFigures, workFigures } from './report.ts'

const askedAt = new Date('2026-09-01T08:00:00Z')
const request = (status: ReportedRequest['status'], hours: number | null): ReportedRequest => ({
  ...{ status, isChoice: false, askedAt },
  decidedAt: hours === null ? null : new Date(askedAt.getTime() + hours * 3_600_000),
})

test('applications by outcome, the share of approvals, the median time to a decision', () => {
  const requests = [
    ...[request('approved', 10), request('approved', 30), request('declined', 20)],
    ...[request('withdrawn', 1), request('superseded', 1), request('submitted', null)],
    { ...request('submitted', null), isChoice: true },
  ]
  assert.deepEqual(requestFigures(requests), {
    applications: { all: 7, waiting: 1, choices: 1, approved: 2, declined: 1, withdrawn: 1, superseded: 1 },
    approvalShare: 0.667,
    hoursToDecision: 20,
  })
  const undecided = requestFigures([request('withdrawn', 5), request('submitted', null)])
  assert.deepEqual([undecided.approvalShare, undecided.hoursToDecision], [null, null])
})

test('a team of two projects counts once; only projects with a limit have places', () => {
  const projects = [
    { teamLimit: 2, teams: [{ id: 1 }], results: 2 },
    { teamLimit: 1, teams: [{ id: 1 }, { id: 2 }], results: 0 },
    { teamLimit: null, teams: [{ id: 3 }], results: 1 },
    { teamLimit: 3, teams: [], results: 0 },
  ]
  assert.deepEqual(workFigures(projects), {
    ...{ projects: 4, emptyProjects: 1, teams: 3, results: 3 },
    places: { taken: 2, all: 6, isLimited: true },
  })
})
