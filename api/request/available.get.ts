import { handle } from '#api/app.ts'
import { listAvailable } from '#contract/request.ts'
import { datesOf, whyNotApply } from '#rules/request/request.ts'
import { writeDay } from '#rules/time/day.ts'
import { listProjectsAround, listRepresentedTeams } from '#store/request/lock.ts'

export default handle(listAvailable, async ({ app, caller, dependsOn }) => {
  const now = app.now()
  const moment = { now, today: app.calendar(now), settings: app.settings }
  const represented = await listRepresentedTeams(app.sql, caller.id)
  dependsOn(`person:${caller.id}`, ...represented.map(({ id }) => `team:${id}` as const), 'projects', 'rounds', 'settings', 'day')
  if (represented.length === 0) return { teams: [], projectReferences: [] }
  const stored = await listProjectsAround(app.sql, writeDay(moment.today))
  const projects = stored.map((project) => ({ ...project, ...datesOf(project, app.calendar) }))
  const teams = represented
    .map((team) => ({ ...team, projects: projects.filter((project) => whyNotApply(project, team, moment) === null) }))
    .filter(({ projects }) => projects.length > 0)
  const named = new Set(teams.flatMap(({ projects }) => projects))
  return {
    teams: teams.map(({ id, name, projects }) => ({ id, name, projects: projects.map(({ slug }) => slug) })),
    projectReferences: projects.filter((project) => named.has(project)).map(({ slug, name }) => ({ id: slug, name })),
  }
})
