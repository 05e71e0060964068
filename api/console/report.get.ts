import { handle } from '#api/app.ts'
import { getReport, MOST_REPORT_DAYS, MOST_REPORTED } from '#contract/console/report.ts'
import { refuseIfFaulty } from '#http/response/problem.ts'
import { requestFigures, workFigures } from '#rules/console/report.ts'
import { writeDay } from '#rules/time/day.ts'
import { monthsFrom, readPeriod } from '#rules/time/period.ts'
import { readReport } from './report/data.ts'

const MONTHS = 6

export default handle(getReport, async ({ app, query }) => {
  const today = app.calendar(app.now())
  const faults: Parameters<typeof refuseIfFaulty>[0] = []
  const standard = (from?: number) => (from === undefined ? monthsFrom(today, 1 - MONTHS, MONTHS) : monthsFrom(from, 0, MONTHS))
  const period = readPeriod(query, standard, MOST_REPORT_DAYS, faults)
  refuseIfFaulty(faults)
  const { projects, requests, elsewhere, free, teamsWithProject, groups, peopleWithoutGroup } = await readReport(app, period)
  const { applications, approvalShare, hoursToDecision } = requestFigures(requests)
  return {
    day: writeDay(today),
    from: writeDay(period.from),
    to: writeDay(period.to),
    figures: {
      ...workFigures(projects),
      ...{ teamsWithProject, teamsWithoutProject: free.total, approvalShare, hoursToDecision },
      applications: { ...applications, elsewhere },
    },
    projects: projects.slice(0, MOST_REPORTED),
    groups,
    peopleWithoutGroup,
    // Decisions count when they have taken effect.
    teamsWithoutProject: free.teams.map(({ id, name, size, requestsOpen, choicesWaiting }) => ({
      ...{ id, name, size, choicesWaiting },
      requestsWaiting: requestsOpen - choicesWaiting,
    })),
  }
})
