import { handle } from '#api/app.ts'
import { getReport, MOST_REPORT_DAYS, MOST_REPORTED } from '#contract/console/report.ts'
import { refuseIfFaulty } from '#http/problem.ts'
import { writeDay } from '#rules/day.ts'
import { monthsFrom, readPeriod } from '#rules/period.ts'
import { requestFigures, workFigures } from '#rules/report.ts'
import { readReport } from './report-data.ts'

const MONTHS = 6

export default handle(getReport, async ({ app, query }) => {
  const today = app.calendar(app.now())
  const faults: Parameters<typeof refuseIfFaulty>[0] = []
  const standard = (from?: number) => (from === undefined ? monthsFrom(today, 1 - MONTHS, MONTHS) : monthsFrom(from, 0, MONTHS))
  const period = readPeriod(query, standard, MOST_REPORT_DAYS, faults)
  refuseIfFaulty(faults)
  const { projects, requests, free, groups } = await readReport(app, period)
  const { applications, approvalShare, hoursToDecision } = requestFigures(requests)
  return {
    day: writeDay(today),
    from: writeDay(period.from),
    to: writeDay(period.to),
    figures: { ...workFigures(projects), teamsWithoutProject: free.total, applications, approvalShare, hoursToDecision },
    projects: projects.slice(0, MOST_REPORTED),
    groups,
    teamsWithoutProject: free.teams.map(({ id, name, size, requestsWaiting }) => ({ id, name, size, requestsWaiting })),
  }
})
