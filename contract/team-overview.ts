import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Project } from './project.ts'
import { ProjectRequest } from './request.ts'
import { Nullable, Slug } from './shared.ts'
import { TeamPage, TeamParams } from './team.ts'

// A team with its work, for one screen. Changes of the team compare `If-Match` with `GET /team/{id}`, so that answer stays without the work.

export const TeamProject = Type.Object({
  slug: Slug,
  name: Project.properties.name,
  status: Project.properties.status,
  dateStart: Project.properties.dateStart,
  dateEnd: Project.properties.dateEnd,
  tags: Project.properties.tags,
  cover: Project.properties.cover,
})
export type TeamProject = Static<typeof TeamProject>

export const TeamRequest = Type.Object({
  id: ProjectRequest.properties.id,
  status: ProjectRequest.properties.status,
  createdAt: ProjectRequest.properties.createdAt,
  slug: Slug,
  project: Nullable(TeamProject),
})
export type TeamRequest = Static<typeof TeamRequest>

export const TeamOverview = Type.Object({
  team: TeamPage,
  currentProject: Nullable(TeamProject),
  finishedProjects: Type.Array(TeamProject, { description: 'the latest first' }),
  requests: Type.Array(TeamRequest, { description: 'all applications of the team, newest first; `project` is null while it is a draft' }),
})
export type TeamOverview = Static<typeof TeamOverview>

export const getTeamOverview = endpoint({
  id: 'getTeamOverview',
  method: 'GET',
  path: '/team/{id}/overview',
  access: 'signed-in',
  tag: 'Teams',
  summary: 'A team with its projects and applications',
  description:
    'For whom `GET /team/{id}` is. Projects and applications are for members of the team, also those that are not published any more; others get none. `currentProject` remains after its last day, until a curator ends the work on it.',
  params: TeamParams,
  answer: TeamOverview,
  errors: ['team_not_found'],
})

export const teamOverviewEndpoints = [getTeamOverview]
