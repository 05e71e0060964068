import { handle } from '#api/app.ts'
import { listAvailable } from '#contract/request.ts'
import { writeDay } from '#rules/day.ts'
import { datesOf, isBusy, isOpenToApply } from '#rules/request.ts'
import { whyNotApplyAsTeam } from '#rules/team-formation.ts'
import { listProjectsAround, listRepresentedTeams } from '#store/request.ts'

export default handle(listAvailable, async ({ app, caller, dependsOn }) => {
  const today = app.calendar(app.now())
  const teamsOf = await listRepresentedTeams(app.sql, caller.id)
  dependsOn(`person:${caller.id}`, ...teamsOf.map(({ id }) => `team:${id}` as const), 'projects', 'settings', 'day')
  const free = teamsOf.filter(
    (team) =>
      !isBusy(team.worksOn, today) && team.appliedFor.length < app.settings.mostWaiting && whyNotApplyAsTeam(team, app.settings) === null,
  )
  if (free.length === 0) return { teams: [], projectReferences: [] }
  const around = await listProjectsAround(app.sql, writeDay(today))
  const open = around.filter((project) => isOpenToApply({ ...project, ...datesOf(project, app.calendar) }, today))
  const teams = free
    .map(({ id, name, appliedFor }) => ({ id, name, projects: open.filter((project) => !appliedFor.includes(project.id)) }))
    .filter(({ projects }) => projects.length > 0)
  const named = new Set(teams.flatMap(({ projects }) => projects))
  return {
    teams: teams.map(({ id, name, projects }) => ({ id, name, projects: projects.map(({ slug }) => slug) })),
    projectReferences: open.filter((project) => named.has(project)).map(({ slug, name }) => ({ id: slug, name })),
  }
})
