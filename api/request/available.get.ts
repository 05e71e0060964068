import { handle } from '#api/app.ts'
import { listAvailable } from '#contract/request.ts'
import { writeDay } from '#rules/day.ts'
import { datesOf, isBusy, isOpenToApply } from '#rules/request.ts'
import { activeRound, roundStateAt } from '#rules/round.ts'
import { whyNotApplyAsTeam } from '#rules/team-formation.ts'
import { listProjectsAround, listRepresentedTeams, type RepresentedTeam } from '#store/request.ts'

export default handle(listAvailable, async ({ app, caller, dependsOn }) => {
  const now = app.now()
  const today = app.calendar(now)
  const teamsOf = await listRepresentedTeams(app.sql, caller.id)
  dependsOn(`person:${caller.id}`, ...teamsOf.map(({ id }) => `team:${id}` as const), 'projects', 'rounds', 'settings', 'day')
  const free = teamsOf.filter((team) => !isBusy(team.worksOn, today) && whyNotApplyAsTeam(team, app.settings) === null)
  if (free.length === 0) return { teams: [], projectReferences: [] }
  const around = await listProjectsAround(app.sql, writeDay(today))
  const open = around
    .map((project) => ({ ...project, round: activeRound(project.round, now) }))
    .filter(
      (project) =>
        isOpenToApply({ ...project, ...datesOf(project, app.calendar) }, today) &&
        (project.round === null || roundStateAt(project.round, now) === 'open'),
    )
  const teams = free
    .map(({ id, name, appliedFor }) => ({ id, name, projects: open.filter((project) => mayApply(appliedFor, project, app.settings)) }))
    .filter(({ projects }) => projects.length > 0)
  const named = new Set(teams.flatMap(({ projects }) => projects))
  return {
    teams: teams.map(({ id, name, projects }) => ({ id, name, projects: projects.map(({ slug }) => slug) })),
    projectReferences: open.filter((project) => named.has(project)).map(({ slug, name }) => ({ id: slug, name })),
  }
})

type Listed = Awaited<ReturnType<typeof listProjectsAround>>[number]

// A ranked round has a limit of its own; the setting limits the applications outside of rounds.
function mayApply(appliedFor: RepresentedTeam['appliedFor'], { id, round }: Listed, { mostWaiting }: { mostWaiting: number }): boolean {
  if (appliedFor.some(({ project }) => project === id)) return false
  const ranked = round?.mode === 'ranked' ? round : null
  const waiting = appliedFor.filter((one) => one.round === (ranked?.id ?? null)).length
  return waiting < (ranked?.mostChoices ?? mostWaiting)
}
