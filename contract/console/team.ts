import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { ProjectStatus } from '#contract/project.ts'
import { RequestStatus } from '#contract/request.ts'
import { Count, Day, Deleted, Id, Instant, MAX_ID, Nullable, pageAnswer, pageQuery, Slug } from '#contract/shared.ts'
import { MOST_ROLES } from '#contract/vocabulary/role.ts'
import { Mine, ResponsibleId } from './responsibility.ts'
import { IdParams, oneOf, openRequests, orderOf, Search } from './shared.ts'
import { formationDraft, formationFields, formationFilter } from './team-formation.ts'

// Teams and their members, as curators manage them.

export const TeamMember = Type.Object({
  id: Id,
  name: Type.String(),
  person: Nullable(Id), // null: a member without an account
  login: Nullable(Type.String()),
  group: Nullable(Type.String()),
  isActive: Type.Boolean({ description: 'has an active account' }),
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
  ...openRequests,
  ...formationFields,
  updatedAt: Instant,
})
export type ListedTeam = Static<typeof ListedTeam>

export const ConsoleTeam = Type.Object({
  ...ListedTeam.properties,
  members: Type.Array(TeamMember),
  undoMoveUntil: Nullable(Instant), // the last move by hand can be undone before
  history: Type.Array(
    Type.Object({
      slug: Slug,
      name: Type.String(),
      dateStart: Nullable(Day),
      dateEnd: Nullable(Day),
      assignedAt: Instant,
      endedAt: Nullable(Instant),
      outcome: Nullable(oneOf(['finished', 'left'])),
    }),
  ),
  requests: Type.Array(
    Type.Object({
      id: Id,
      projectName: Type.String(),
      status: RequestStatus,
      isChoice: Type.Boolean({ description: 'in a ranked round' }),
      createdAt: Instant,
    }),
  ),
})
export type ConsoleTeam = Static<typeof ConsoleTeam>

const TeamName = Type.String({ minLength: 1, maxLength: 100 })
const TeamText = Type.Optional(Nullable(Type.String({ maxLength: 2000 })))
const Roles = Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: MOST_ROLES }))
export const NewMember = Type.Object(
  {
    person: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: MAX_ID }))),
    name: Type.Optional(Nullable(Type.String({ maxLength: 300, description: 'name of a member without an account' }))),
    isAdministrator: Type.Optional(Type.Boolean()),
    roles: Roles,
  },
  { examples: [{ person: 7, isAdministrator: true, roles: ['Tester'] }] },
)
export type NewMember = Static<typeof NewMember>
const memberErrors = ['person_not_found', 'already_member', 'invalid_name', 'unknown_role'] as const

export const teamFilter = {
  text: Search,
  mine: Mine,
  curatorId: ResponsibleId,
  work: Type.Optional(
    oneOf(['working', 'free', 'idle'], 'free: without a project; idle: and without an application that awaits a decision'),
  ),
  ...formationFilter,
}
export const teamSorts = { name: 'asc', project: 'asc', size: 'desc', waiting: 'desc', changed: 'desc' } as const
export type TeamSort = keyof typeof teamSorts
export const teamOrder = orderOf(teamSorts, 'default: by name')

export const listConsoleTeams = endpoint({
  id: 'listConsoleTeams',
  method: 'GET',
  path: '/console/team',
  access: 'curator',
  tag: 'Console',
  summary: 'All teams; disbanded ones only when asked for',
  query: Type.Object({
    ...teamFilter,
    ...teamOrder,
    ...pageQuery(),
  }),
  answer: Type.Object({
    teams: Type.Array(ListedTeam),
    ...pageAnswer,
  }),
  errors: [],
})

export const createTeam = endpoint({
  id: 'createTeam',
  method: 'POST',
  path: '/console/team',
  access: 'curator',
  hasLocation: true,
  tag: 'Console',
  summary: 'Creates a team; its members get an email',
  body: Type.Object(
    { name: TeamName, description: TeamText, ...formationDraft, members: Type.Optional(Type.Array(NewMember, { maxItems: 50 })) },
    { examples: [{ name: 'Lighthouse', members: [{ person: 7, isAdministrator: true }] }] },
  ),
  answer: ConsoleTeam,
  errors: [...memberErrors, 'name_taken', 'too_many_wanted', 'team_needs_administrator'],
})

export const getConsoleTeam = endpoint({
  id: 'getConsoleTeam',
  method: 'GET',
  path: '/console/team/{id}',
  access: 'curator',
  tag: 'Console',
  summary: 'A team with its members, projects and applications',
  params: IdParams,
  answer: ConsoleTeam,
  errors: ['team_not_found'],
})

export const updateTeam = endpoint({
  id: 'updateTeam',
  method: 'PUT',
  path: '/console/team/{id}',
  access: 'curator',
  tag: 'Console',
  summary: 'Changes the name, description and wanted roles of a team, and whether it looks for people',
  description:
    'Omitted keys are not changed. A disbanded team is answered like one that does not exist, here and by all calls that change one.',
  params: IdParams,
  body: Type.Object(
    { name: TeamName, description: TeamText, ...formationDraft },
    { examples: [{ name: 'Lighthouse', description: null, isLooking: true, wantedRoles: [{ role: 'QA', count: 2 }] }] },
  ),
  answer: ConsoleTeam,
  errors: ['team_not_found', 'invalid_name', 'name_taken', 'unknown_role', 'too_many_wanted'],
})

export const deleteTeam = endpoint({
  id: 'deleteTeam',
  method: 'DELETE',
  path: '/console/team/{id}',
  access: 'curator',
  tag: 'Console',
  summary: 'Deletes a team without projects and applications; also a disbanded one',
  params: IdParams,
  answer: Deleted,
  errors: ['team_not_found', 'team_in_use'],
})

export const moveTeam = endpoint({
  id: 'moveTeam',
  method: 'PUT',
  path: '/console/team/{id}/project',
  access: 'curator',
  tag: 'Console',
  summary: 'Assigns a project to a team, changes it or ends the work',
  description:
    'Previous work ends: as finished if that project has ended, as left otherwise. The application for the new project is approved, the others are superseded. The members get an email.',
  params: IdParams,
  body: Type.Object({ project: Nullable(Slug) }, { examples: [{ project: 'city-tree-census' }] }),
  answer: ConsoleTeam,
  errors: ['team_not_found', 'project_not_found', 'no_free_place', 'decided_by_round'],
})

export const undoMove = endpoint({
  id: 'undoMove',
  method: 'POST',
  path: '/console/team/{id}/project/undo',
  access: 'curator',
  tag: 'Console',
  summary: 'Undoes the last move of a team',
  description: 'The team has its former project again, the applications wait again, and emails that were not sent are cancelled.',
  params: IdParams,
  answer: ConsoleTeam,
  errors: ['team_not_found', 'no_free_place', 'move_not_undoable'],
})

export const addMember = endpoint({
  id: 'addMember',
  method: 'POST',
  path: '/console/team/{id}/member',
  access: 'curator',
  tag: 'Console',
  summary: 'Adds a member to a team; the person gets an email',
  description: 'The first member with an account becomes the team admin unless another one is specified.',
  params: IdParams,
  body: NewMember,
  answer: ConsoleTeam,
  errors: [...memberErrors, 'team_not_found', 'team_needs_administrator'],
})

export const updateTeamMember = endpoint({
  id: 'updateTeamMember',
  method: 'PUT',
  path: '/console/member/{id}',
  access: 'curator',
  tag: 'Console',
  summary: 'Edits a team member: admin rights, roles, name or account',
  description: 'Omitted keys are not changed. `person` links a member without an account to an account.',
  params: IdParams,
  body: NewMember,
  answer: ConsoleTeam,
  errors: [...memberErrors, 'member_not_found', 'team_needs_administrator'],
})

export const removeMember = endpoint({
  id: 'removeMember',
  method: 'DELETE',
  path: '/console/member/{id}',
  access: 'curator',
  tag: 'Console',
  summary: 'Removes a member from a team',
  params: IdParams,
  answer: ConsoleTeam,
  errors: ['member_not_found', 'team_needs_administrator'],
})

export const teamEndpoints = [
  listConsoleTeams,
  createTeam,
  getConsoleTeam,
  updateTeam,
  deleteTeam,
  moveTeam,
  undoMove,
  addMember,
  updateTeamMember,
  removeMember,
]
