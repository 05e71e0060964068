import { type ApiApp, handle } from '#api/app.ts'
import { teamPage, visibleTeamOf } from '#api/team/team-page.ts'
import { loadWork, type MemberProject } from '#api/user/memberships.ts'
import { getTeamOverview, type TeamOverview, type TeamProject } from '#contract/team-overview.ts'
import { coverAt } from '#rules/project/cover-address.ts'
import type { WorkOfTeam } from '#store/person/memberships.ts'

export default handle(getTeamOverview, async (context) => {
  const { app, caller, params } = context
  const team = await visibleTeamOf(app.sql, params.id, context)
  const work = team.own.member === null ? noWork : await workOf(app, caller.id, team.id)
  return { team: teamPage(team, context), ...work }
})

type TeamWork = Omit<TeamOverview, 'team'>
const noWork: TeamWork = { currentProject: null, finishedProjects: [], requests: [] }

/** Read as for the own profile: by the membership of the person. */
async function workOf(app: ApiApp, personId: number, team: number): Promise<TeamWork> {
  const { memberships, projects } = await loadWork(app, personId, { team })
  const views = new Map(projects.map((one) => [one.project.id, projectView(one, app.apiUrl)]))
  const projectsWith = (outcome: WorkOfTeam['outcome']) =>
    projects
      .filter(({ project }) => memberships.work.some((one) => one.projectId === project.id && one.outcome === outcome))
      .map(({ project }) => views.get(project.id)!)
  return {
    currentProject: projectsWith(null)[0] ?? null,
    finishedProjects: projectsWith('finished'),
    requests: memberships.requests.map(({ id, status, createdAt, project, projectId }) => ({
      id,
      status,
      createdAt,
      slug: project,
      project: views.get(projectId) ?? null,
    })),
  }
}

const projectView = ({ project, status }: MemberProject, apiUrl: string): TeamProject => ({
  slug: project.slug,
  name: project.name,
  status,
  dateStart: project.dateStart,
  dateEnd: project.dateEnd,
  tags: project.tags,
  cover: project.cover && coverAt(project.cover, apiUrl),
})
