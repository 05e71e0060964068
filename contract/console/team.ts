import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { ProjectStatus } from '#contract/project.ts'
import { RequestStatus } from '#contract/request.ts'
import { MOST_ROLES } from '#contract/role.ts'
import { Count, countText, Id, Instant, MAX_ID, Nullable, PageText, Slug } from '#contract/shared.ts'
import { IdParams, once, reading, Search, word, writing } from './shared.ts'

// Teams and who is in them, as curators form them.

export const TeamMember = Type.Object({
  id: Id,
  name: Type.String(),
  person: Nullable(Id), // null: a name only, until somebody signs in
  login: Nullable(Type.String()),
  isActive: Type.Boolean({ description: 'has an account that may sign in' }),
  isAdministrator: Type.Boolean(),
  roles: Type.Array(Type.String()),
})
export type TeamMember = Static<typeof TeamMember>

export const ListedTeam = Type.Object({
  id: Id,
  name: Type.String(),
  description: Nullable(Type.String()),
  project: Nullable(Type.Object({ id: Id, slug: Slug, name: Type.String(), status: Nullable(ProjectStatus) })),
  size: Count,
  administrators: Type.Array(Type.String()),
  requestsWaiting: Count,
  updatedAt: Instant,
})
export type ListedTeam = Static<typeof ListedTeam>

export const FormedTeam = Type.Object({
  ...ListedTeam.properties,
  members: Type.Array(TeamMember),
  history: Type.Array(
    Type.Object({
      slug: Slug,
      name: Type.String(),
      assignedAt: Instant,
      endedAt: Nullable(Instant),
      outcome: Nullable(word(['finished', 'left'])),
    }),
  ),
  requests: Type.Array(Type.Object({ id: Id, projectName: Type.String(), status: RequestStatus, createdAt: Instant })),
})
export type FormedTeam = Static<typeof FormedTeam>

const TeamName = Type.String({ minLength: 1, maxLength: 100 })
const TeamText = Type.Optional(Nullable(Type.String({ maxLength: 2000 })))
const Roles = Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: MOST_ROLES }))
const NewMember = Type.Object(
  {
    person: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: MAX_ID }))),
    name: Type.Optional(Nullable(Type.String({ maxLength: 300, description: 'of somebody who has no account yet' }))),
    isAdministrator: Type.Optional(Type.Boolean()),
    roles: Roles,
  },
  { examples: [{ person: 7, isAdministrator: true, roles: ['Tester'] }] },
)
export type NewMember = Static<typeof NewMember>
const memberErrors = ['person_not_found', 'already_member', 'invalid_name', 'unknown_role'] as const

export const listConsoleTeams = endpoint({
  id: 'listConsoleTeams',
  method: 'GET',
  path: '/console/team',
  access: 'curator',
  tag: 'Console',
  summary: 'All teams, by name',
  query: Type.Object({
    text: Search,
    work: Type.Optional(word(['working', 'free'])),
    page: PageText,
    pageSize: countText('50', 100),
  }),
  answer: Type.Object({
    teams: Type.Array(ListedTeam),
    total: Count,
    page: Type.Integer({ minimum: 1 }),
    pageSize: Type.Integer({ minimum: 1 }),
  }),
  errors: [...reading, 'invalid_value'],
})

export const createTeam = endpoint({
  id: 'createTeam',
  method: 'POST',
  path: '/console/team',
  access: 'curator',
  tag: 'Console',
  summary: 'A new team; who is in it hears of it by mail',
  body: Type.Object(
    { name: TeamName, description: TeamText, members: Type.Optional(Type.Array(NewMember, { maxItems: 50 })) },
    { examples: [{ name: 'Lighthouse', members: [{ person: 7, isAdministrator: true }] }] },
  ),
  answer: FormedTeam,
  errors: [...writing, ...once, ...memberErrors, 'name_taken', 'team_needs_administrator'],
})

export const getConsoleTeam = endpoint({
  id: 'getConsoleTeam',
  method: 'GET',
  path: '/console/team/{id}',
  access: 'curator',
  tag: 'Console',
  summary: 'A team with its members, work and applications',
  params: IdParams,
  answer: FormedTeam,
  errors: [...reading, 'team_not_found'],
})

export const updateTeam = endpoint({
  id: 'updateTeam',
  method: 'PUT',
  path: '/console/team/{id}',
  access: 'curator',
  tag: 'Console',
  summary: 'Changes the name and description of a team',
  params: IdParams,
  body: Type.Object({ name: TeamName, description: TeamText }, { examples: [{ name: 'Lighthouse', description: null }] }),
  answer: FormedTeam,
  errors: [...writing, 'team_not_found', 'invalid_name', 'name_taken', 'precondition_failed'],
})

export const deleteTeam = endpoint({
  id: 'deleteTeam',
  method: 'DELETE',
  path: '/console/team/{id}',
  access: 'curator',
  tag: 'Console',
  summary: 'Removes a team that never worked on anything nor applied',
  params: IdParams,
  answer: Type.Object({ id: Id, status: Type.Literal('deleted') }),
  errors: [...reading, 'team_not_found', 'team_in_use', 'precondition_failed'],
})

export const moveTeam = endpoint({
  id: 'moveTeam',
  method: 'PUT',
  path: '/console/team/{id}/project',
  access: 'curator',
  tag: 'Console',
  summary: 'Gives a team a project, another one, or none',
  description:
    'What it worked on before ends: finished when that project is over, left otherwise. Its application for the new project becomes approved, its others superseded.',
  params: IdParams,
  body: Type.Object({ project: Nullable(Slug) }, { examples: [{ project: 'city-tree-census' }] }),
  answer: FormedTeam,
  errors: [...writing, 'team_not_found', 'project_not_found', 'no_free_place', 'precondition_failed'],
})

export const addMember = endpoint({
  id: 'addMember',
  method: 'POST',
  path: '/console/team/{id}/member',
  access: 'curator',
  tag: 'Console',
  summary: 'Adds somebody to a team, who hears of it by mail',
  description: 'The first one with an account administrates the team unless another is said to.',
  params: IdParams,
  body: NewMember,
  answer: FormedTeam,
  errors: [...writing, ...once, ...memberErrors, 'team_not_found', 'team_needs_administrator'],
})

export const updateTeamMember = endpoint({
  id: 'updateTeamMember',
  method: 'PUT',
  path: '/console/member/{id}',
  access: 'curator',
  tag: 'Console',
  summary: 'Appoints an administrator of the team, or sets roles',
  description: 'Keys that are left out stay. `person` gives a place that has only a name so far to somebody with an account.',
  params: IdParams,
  body: NewMember,
  answer: FormedTeam,
  errors: [...writing, ...memberErrors, 'member_not_found', 'team_needs_administrator', 'precondition_failed'],
})

export const removeMember = endpoint({
  id: 'removeMember',
  method: 'DELETE',
  path: '/console/member/{id}',
  access: 'curator',
  tag: 'Console',
  summary: 'Takes somebody out of a team',
  params: IdParams,
  answer: FormedTeam,
  errors: [...reading, 'member_not_found', 'team_needs_administrator', 'precondition_failed'],
})
