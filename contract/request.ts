import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { File } from './project.ts'
import { Id, Instant, Nullable, Slug } from './shared.ts'

// A team's application for a project.

export const RequestStatus = Type.Unsafe<'submitted' | 'approved' | 'declined' | 'withdrawn' | 'superseded'>({
  type: 'string',
  enum: ['submitted', 'approved', 'declined', 'withdrawn', 'superseded'],
})
export type RequestStatus = Static<typeof RequestStatus>

export const ProjectRequest = Type.Object({
  id: Id,
  team: Id,
  project: Slug,
  status: RequestStatus,
  message: Nullable(Type.String()),
  files: Type.Array(File),
  createdAt: Instant,
  updatedAt: Instant,
  decidedAt: Nullable(Instant),
  reason: Nullable(Type.String({ description: 'from the directory’s vocabulary, in the caller’s language' })),
  comment: Nullable(Type.String()),
  round: Nullable(Slug), // the ranked round in which it is a choice
  rank: Nullable(Type.Integer({ minimum: 1, description: '1: most wanted; null outside of a round, and once it is withdrawn' })),
})
export type ProjectRequest = Static<typeof ProjectRequest>

const Message = Type.Optional(Nullable(Type.String({ maxLength: 5000 })))

export const createRequest = endpoint({
  id: 'createRequest',
  method: 'POST',
  path: '/request',
  isFixed: true,
  access: 'signed-in',
  hasLocation: true,
  tag: 'Requests',
  summary: 'A team applies for a project',
  description:
    'For team admins. JSON or, with files, multipart/form-data (`files`, up to five). Repeating the same application returns the same response. In an open ranked round it becomes the last choice of the team.',
  body: Type.Object(
    { project: Slug, team: Id, message: Message },
    { examples: [{ project: 'city-tree-census', team: 3, message: 'We know our trees.' }] },
  ),
  files: { most: 5, mostBytes: 30 * 1024 * 1024 },
  answer: ProjectRequest,
  errors: [
    'file_type_refused',
    'project_not_found',
    'team_not_found',
    'not_team_administrator',
    'enrollment_closed',
    'no_free_place',
    'team_busy',
    'team_too_small',
    'team_disbanding',
    'already_applied',
    'too_many_requests',
    'too_many_choices',
    'round_sealed',
    'round_full',
    'quota_exceeded',
  ],
})

export const updateRequest = endpoint({
  id: 'updateRequest',
  method: 'PUT',
  path: '/request',
  isFixed: true,
  access: 'signed-in',
  tag: 'Requests',
  summary: 'Edits an application that awaits a decision',
  description: 'Omitted keys are not changed. If `files` is present, all existing files are replaced at once.',
  body: Type.Object({ request: Id, message: Message }, { examples: [{ request: 12, message: 'We also know our bushes.' }] }),
  files: { most: 5, mostBytes: 30 * 1024 * 1024 },
  answer: ProjectRequest,
  errors: ['file_type_refused', 'request_not_found', 'not_team_administrator', 'request_decided', 'round_sealed', 'quota_exceeded'],
})

export const listAvailable = endpoint({
  id: 'listAvailable',
  method: 'GET',
  path: '/request/available',
  isFixed: true,
  access: 'signed-in',
  isCachedPerCaller: true,
  tag: 'Requests',
  summary: 'Which of the caller’s teams can apply for which projects',
  answer: Type.Object({
    teams: Type.Array(Type.Object({ id: Id, name: Type.String(), projects: Type.Array(Slug) })),
    projectReferences: Type.Array(Type.Object({ id: Slug, name: Type.String() })),
  }),
  errors: [],
})

export const withdrawRequest = endpoint({
  id: 'withdrawRequest',
  method: 'DELETE',
  path: '/request/{id}',
  isFixed: true,
  access: 'signed-in',
  tag: 'Requests',
  summary: 'Withdraws an application that awaits a decision',
  params: Type.Object({ id: Type.String({ pattern: '^\\d{1,10}$' }) }),
  answer: Type.Object({ id: Id, status: Type.Literal('withdrawn') }),
  errors: ['request_not_found', 'not_team_administrator', 'request_decided', 'round_sealed'],
})

export const decideRequest = endpoint({
  id: 'decideRequest',
  method: 'POST',
  path: '/console/request/{id}/decision',
  access: 'curator',
  tag: 'Console',
  summary: 'Approves or declines an application',
  description:
    'Approving gives the team the project, if it is published, and supersedes the team’s other applications; declining requires a reason from the vocabulary. The decision takes effect after the undo time of the settings (ten minutes by default, 0: at once): until then only curators see it, the place is reserved, and it can be undone.',
  params: Type.Object({ id: Type.String({ pattern: '^\\d{1,10}$' }) }),
  body: Type.Object(
    {
      decision: Type.Unsafe<'approve' | 'decline'>({ type: 'string', enum: ['approve', 'decline'] }),
      reason: Type.Optional(Nullable(Id)),
      comment: Type.Optional(Nullable(Type.String({ maxLength: 5000 }))),
    },
    { examples: [{ decision: 'decline', reason: 1, comment: 'Try again next term.' }] },
  ),
  answer: ProjectRequest,
  errors: [
    'request_not_found',
    'request_decided',
    'decided_by_round',
    'project_not_found',
    'no_free_place',
    'team_busy',
    'team_promised',
    'reason_required',
    'unknown_reason',
  ],
})

export const requestEndpoints = [createRequest, updateRequest, listAvailable, withdrawRequest]
