import type { ApiApp } from '#api/app.ts'
import { projectListView } from '#api/view/project-view.ts'
import { MOST_REPORTED, type Report } from '#contract/console/report.ts'
import type { Interval } from '#rules/project/project.ts'
import { DAY_MS, writeDay } from '#rules/time/day.ts'
import { isDuring, spansOf } from '#rules/time/schedule.ts'
import { countWithoutGroup, listGroups } from '#store/person/responsibility.ts'
import { listConsoleRows } from '#store/project/console.ts'
import { countResults, listRequestsBetween, listWork } from '#store/report.ts'
import { listConsoleTeamRows } from '#store/team/console.ts'

/** Bounds for a query: a day more on both sides, because days start at other times in other time zones. */
const instantsAround = ({ from, to }: Interval): [Date, Date] => [new Date((from - 1) * DAY_MS), new Date((to + 2) * DAY_MS)]

/** Projects, applications and teams of a period. */
export async function readReport(app: ApiApp, period: Interval) {
  const { sql, calendar } = app
  const [from, to] = [writeDay(period.from), writeDay(period.to)]
  const teams = (work: 'free' | 'working', limit: number) =>
    listConsoleTeamRows(sql, { words: [], work, today: writeDay(calendar(app.now())), limit, offset: 0 })
  const [rows, around, free, working, groups, peopleWithoutGroup] = await Promise.all([
    listConsoleRows(sql, { words: [], tag: null, state: null }, { sort: 'name' }, null),
    listRequestsBetween(sql, ...instantsAround(period)),
    teams('free', MOST_REPORTED),
    teams('working', 1),
    listGroups(sql),
    countWithoutGroup(sql),
  ])
  const listed = rows.filter((row) => {
    const { enrollment, work } = spansOf(row, calendar)
    return (row.state === 'published' || row.state === 'archived') && (isDuring(enrollment, from, to) || isDuring(work, from, to))
  })
  const ids = listed.map(({ id }) => id)
  const [work, results] = await Promise.all([listWork(sql, ids), countResults(sql, ids)])
  const requests = around.filter(({ askedAt }) => period.from <= calendar(askedAt) && calendar(askedAt) <= period.to)
  const workers = Map.groupBy(
    work.filter(({ assignedAt, endedAt }) => calendar(assignedAt) <= period.to && (endedAt === null || calendar(endedAt) >= period.from)),
    ({ projectId }) => projectId,
  )
  const asked = Map.groupBy(requests, ({ projectId }) => projectId)
  const projects = listed.map((row): Report['projects'][number] => {
    const { id, slug, name, state, status, dateStart, dateEnd, teamLimit } = projectListView(row, app)
    // A team that came back is listed once, with its last outcome.
    const teams = [
      ...new Map(
        (workers.get(id) ?? []).map(({ id: team, name: teamName, outcome }) => [team, { id: team, name: teamName, outcome }]),
      ).values(),
    ]
    const applications = asked.get(id)?.length ?? 0
    return { ...{ id, slug, name, state, status, dateStart, dateEnd, teamLimit, applications, teams }, results: results.get(id) ?? 0 }
  })
  const elsewhere = requests.length - projects.reduce((sum, { applications }) => sum + applications, 0)
  return { projects, requests, elsewhere, free, teamsWithProject: working.total, groups, peopleWithoutGroup }
}
