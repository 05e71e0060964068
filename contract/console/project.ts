import { type Static, Type } from 'typebox'
import { EditedCover } from '#contract/cover.ts'
import { endpoint } from '#contract/endpoint.ts'
import { listedKeys, projectKeys } from '#contract/project/fields.ts'
import { choiceQueries, draftSchemas, fieldSchemas } from '#contract/project/schemas.ts'
import { File, ProjectStatus } from '#contract/project.ts'
import { Count, Deleted, Id, Instant, MAX_ID, Nullable, pageAnswer, pageQuery, Slug } from '#contract/shared.ts'
import { MOST_WANTED_ROLES, WantedRole, WantedRoleDraft } from '#contract/vocabulary/role.ts'
import { Mine, PersonName, ResponsibleId } from './responsibility.ts'
import { IdParams, oneOf, openRequests, orderOf, Search } from './shared.ts'

// Projects for curators, including drafts, by numeric id: a slug can change.

export const projectStates = ['draft', 'published', 'archived', 'withdrawn'] as const
export type ProjectState = (typeof projectStates)[number]
const State = oneOf(projectStates)

export const projectAttentions = ['empty', 'closing'] as const
export type ProjectAttention = (typeof projectAttentions)[number]

/** Input of a curator. Omitted keys are not changed; in a new project they are empty. */
export const ProjectDraft = Type.Object(
  {
    ...draftSchemas(projectKeys),
    slug: Type.Optional(Nullable(Type.String({ maxLength: 80, description: 'null: proposed from the name' }))),
    curatorId: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: MAX_ID, description: 'the responsible curator' }))),
    wantedRoles: Type.Optional(
      Type.Array(WantedRoleDraft, {
        maxItems: MOST_WANTED_ROLES,
        description: 'by name or alias; the counts of a role listed twice are added',
      }),
    ),
    tags: Type.Optional(Type.Array(Id, { maxItems: 50 })),
    related: Type.Optional(Type.Array(Slug, { maxItems: 20 })),
  },
  { examples: [{ name: 'Bridge Watch', shortDescription: 'Sensors for old bridges.', teamLimit: 2 }] },
)
export type ProjectDraft = Static<typeof ProjectDraft>

export const ListedProject = Type.Object({
  id: Id,
  slug: Slug,
  ...fieldSchemas(listedKeys),
  state: State,
  status: Nullable(ProjectStatus), // null unless published
  responsibleCurator: Nullable(PersonName),
  teamsWorking: Count,
  teamsEnded: Type.Integer({ minimum: 0, description: 'teams that have worked on it and no longer do' }),
  ...openRequests,
  savedCount: Type.Integer({ minimum: 0, description: 'people who saved it' }),
  publishedAt: Nullable(Instant),
  updatedAt: Instant,
})
export type ListedProject = Static<typeof ListedProject>

export const ConsoleProject = Type.Object({
  ...ListedProject.properties,
  ...fieldSchemas(projectKeys),
  wantedRoles: Type.Array(WantedRole),
  tags: Type.Array(Id),
  related: Type.Array(Type.Object({ slug: Slug, name: Type.String(), state: State })),
  formerSlugs: Type.Array(Slug),
  cover: Nullable(EditedCover),
  descriptionFiles: Type.Array(File),
  resultFiles: Type.Array(File),
  teams: Type.Array(Type.Object({ id: Id, name: Type.String(), isWorking: Type.Boolean() })),
  createdAt: Instant,
})
export type ConsoleProject = Static<typeof ConsoleProject>

/** The filters of the list, which exports and bulk changes take too. */
export const projectFilter = {
  text: Search,
  state: Type.Optional(State),
  status: Type.Optional(ProjectStatus),
  tag: Type.Optional(Type.String({ pattern: '^\\d{1,10}$' })),
  ...choiceQueries,
  mine: Mine,
  curatorId: ResponsibleId,
  attention: Type.Optional(
    oneOf(
      projectAttentions,
      'published projects that will probably have free places, or whose enrollment closes within a week without an application',
    ),
  ),
}
export const projectSorts = {
  changed: 'desc',
  name: 'asc',
  start: 'desc',
  waiting: 'desc',
  saved: 'desc',
  state: 'asc',
  opens: 'asc',
  closes: 'asc',
  end: 'asc',
  places: 'desc',
  curator: 'asc',
  client: 'asc',
  format: 'asc',
} as const
export type ProjectSort = keyof typeof projectSorts
export const projectOrder = orderOf(projectSorts, 'default: last changed first')

const draftErrors = [
  'slug_taken',
  'invalid_slug',
  'invalid_dates',
  'unknown_tag',
  'unknown_role',
  'unknown_project',
  'person_not_found',
  'not_a_curator',
] as const

export const listConsoleProjects = endpoint({
  id: 'listConsoleProjects',
  method: 'GET',
  path: '/console/project',
  access: 'curator',
  tag: 'Console',
  summary: 'All projects, including drafts and archived ones',
  query: Type.Object({
    ...projectFilter,
    ...projectOrder,
    ...pageQuery(),
  }),
  answer: Type.Object({
    projects: Type.Array(ListedProject),
    ...pageAnswer,
    counts: Type.Object({ draft: Count, published: Count, archived: Count, withdrawn: Count }),
  }),
  errors: [],
})

export const createProject = endpoint({
  id: 'createProject',
  method: 'POST',
  path: '/console/project',
  access: 'curator',
  hasLocation: true,
  tag: 'Console',
  summary: 'Creates a project as a draft',
  body: ProjectDraft,
  bodyLimit: 256 * 1024,
  answer: ConsoleProject,
  errors: draftErrors,
})

export const getConsoleProject = endpoint({
  id: 'getConsoleProject',
  method: 'GET',
  path: '/console/project/{id}',
  access: 'curator',
  tag: 'Console',
  summary: 'A project in any state, with all editable fields',
  params: IdParams,
  answer: ConsoleProject,
  errors: ['project_not_found'],
})

export const updateProject = endpoint({
  id: 'updateProject',
  method: 'PUT',
  path: '/console/project/{id}',
  access: 'curator',
  tag: 'Console',
  summary: 'Changes a project',
  description: 'Omitted keys are not changed. If the slug of a published project changes, the old one keeps working.',
  params: IdParams,
  body: ProjectDraft,
  bodyLimit: 256 * 1024,
  answer: ConsoleProject,
  errors: [...draftErrors, 'project_not_found', 'project_in_round'],
})

export const setProjectState = endpoint({
  id: 'setProjectState',
  method: 'POST',
  path: '/console/project/{id}/state',
  access: 'curator',
  tag: 'Console',
  summary: 'Publishes, archives, unpublishes or restores a project',
  description:
    'draft → published → archived → published; published → withdrawn → draft. Unpublishing ends the work of its teams, archiving marks it as finished; neither is possible while applications await a decision.',
  params: IdParams,
  body: Type.Object({ state: State }, { examples: [{ state: 'published' }] }),
  answer: ConsoleProject,
  errors: ['project_not_found', 'project_state', 'requests_waiting'],
})

export const duplicateProject = endpoint({
  id: 'duplicateProject',
  method: 'POST',
  path: '/console/project/{id}/duplicate',
  access: 'curator',
  hasLocation: true,
  tag: 'Console',
  summary: 'Duplicates a project as a draft without dates, teams and files',
  params: IdParams,
  answer: ConsoleProject,
  errors: ['project_not_found'],
})

export const deleteProject = endpoint({
  id: 'deleteProject',
  method: 'DELETE',
  path: '/console/project/{id}',
  access: 'curator',
  tag: 'Console',
  summary: 'Deletes a draft that was never published',
  params: IdParams,
  answer: Deleted,
  errors: ['project_not_found', 'project_in_use'],
})

export const addDescriptionFile = endpoint({
  id: 'addDescriptionFile',
  method: 'POST',
  path: '/console/project/{id}/file',
  access: 'curator',
  hasLocation: true,
  tag: 'Console',
  summary: 'Adds a project file, as multipart/form-data',
  params: IdParams,
  files: { most: 1, mostBytes: 30 * 1024 * 1024 },
  answer: File,
  errors: ['file_type_refused', 'file_missing', 'project_not_found', 'project_files_full'],
})

export const setFileVisibility = endpoint({
  id: 'setFileVisibility',
  method: 'PUT',
  path: '/console/file/{id}',
  access: 'curator',
  tag: 'Console',
  summary: 'Makes a result file public, or visible only to its team and curators',
  params: IdParams,
  body: Type.Object({ isPublic: Type.Boolean() }, { examples: [{ isPublic: true }] }),
  answer: File,
  errors: ['file_not_found'],
})

export const deleteDescriptionFile = endpoint({
  id: 'deleteDescriptionFile',
  method: 'DELETE',
  path: '/console/file/{id}',
  access: 'curator',
  tag: 'Console',
  summary: 'Deletes a project file',
  params: IdParams,
  answer: Deleted,
  errors: ['file_not_found'],
})

export const projectEndpoints = [
  listConsoleProjects,
  createProject,
  getConsoleProject,
  updateProject,
  deleteProject,
  setProjectState,
  duplicateProject,
  addDescriptionFile,
  setFileVisibility,
  deleteDescriptionFile,
]
