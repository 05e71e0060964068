import { handle } from '#api/app.ts'
import { projectAttention, scheduledView } from '#api/view/project-view.ts'
import { getSchedule, MOST_SCHEDULE_DAYS, MOST_SCHEDULED } from '#contract/console/schedule.ts'
import { MAX_ID } from '#contract/shared.ts'
import { refuseIfFaulty } from '#http/response/problem.ts'
import { writeDay } from '#rules/time/day.ts'
import { monthsFrom, readPeriod } from '#rules/time/period.ts'
import { firstDayOf, isDuring } from '#rules/time/schedule.ts'
import { listConsoleRows } from '#store/project/console.ts'

const MONTHS = 6

export default handle(getSchedule, async ({ app, query }) => {
  const today = app.calendar(app.now())
  const faults: Parameters<typeof refuseIfFaulty>[0] = []
  const period = readPeriod(query, (from = today) => monthsFrom(from, 0, MONTHS), MOST_SCHEDULE_DAYS, faults)
  refuseIfFaulty(faults)
  const { state, status, attention } = query
  const words = (query.text ?? '').split(/\s+/).filter(Boolean)
  const tag = query.tag === undefined ? null : Math.min(Number(query.tag), MAX_ID)
  const isPublishedOnly = status !== undefined || attention !== undefined
  const rows = await listConsoleRows(
    app.sql,
    { words, tag, state: state ?? (isPublishedOnly ? 'published' : null) },
    { sort: 'name' },
    null,
  )
  const [from, to] = [writeDay(period.from), writeDay(period.to)]
  const all = rows
    .filter((row) => state !== undefined || row.state !== 'withdrawn')
    .filter((row) => attention === undefined || (row.state === 'published' && projectAttention(row, app).includes(attention)))
    .map((row) => scheduledView(row, app))
    .filter((project) => status === undefined || project.status === status)
  const projects = all
    .filter(({ enrollment, work }) => isDuring(enrollment, from, to) || isDuring(work, from, to))
    .sort((a, b) => firstDayOf(a).localeCompare(firstDayOf(b)))
  const undated = all.filter(({ enrollment, work }) => enrollment === null && work === null).length
  return { day: writeDay(today), from, to, projects: projects.slice(0, MOST_SCHEDULED), total: projects.length, undated }
})
