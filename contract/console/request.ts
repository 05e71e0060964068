import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { ProjectRequest, RequestStatus } from '#contract/request.ts'
import { Count, Id, Instant, Nullable, pageAnswer, pageQuery, Slug } from '#contract/shared.ts'
import { ListedProject } from './project.ts'
import { Mine, PersonName, ResponsibleId } from './responsibility.ts'
import { IdParams, orderOf, Search } from './shared.ts'
import { TeamMember } from './team.ts'

// Applications, for the curators who decide on them.

export const ReviewRequest = Type.Object({
  ...ProjectRequest.properties,
  reasonId: Nullable(Id),
  teamName: Type.String(),
  teamSize: Count,
  projectId: Id,
  projectName: Type.String(),
  freePlaces: Nullable(Count),
  rivals: Type.Integer({ minimum: 0, description: 'other applications for the same project that await a decision' }),
  reviewer: Nullable(PersonName), // assigned, or the responsible curator of the project
  isAssigned: Type.Boolean({ description: 'the reviewer was assigned to this application' }),
  undoUntil: Nullable(Instant), // the decision takes effect then and can be undone before
  problem: Nullable(Type.String({ description: 'error code: why the decision could not take effect' })),
  noteCount: Count,
  isAnswerAwaited: Type.Boolean({ description: 'a curator has asked the team a question that is not answered yet' }),
})
export type ReviewRequest = Static<typeof ReviewRequest>

export const RequestStep = Type.Object({
  from: Nullable(RequestStatus),
  to: RequestStatus,
  by: Nullable(Type.String()),
  reason: Nullable(Type.String()),
  comment: Nullable(Type.String()),
  at: Instant,
})
export type RequestStep = Static<typeof RequestStep>

export const requestFilter = {
  status: Type.Optional(RequestStatus),
  project: Type.Optional(Slug),
  team: Type.Optional(Type.String({ pattern: '^\\d{1,10}$' })),
  text: Search,
  mine: Mine,
  reviewerId: ResponsibleId,
}
export const requestSorts = { created: 'desc', decided: 'desc', team: 'asc', project: 'asc', status: 'asc', size: 'desc' } as const
export type RequestSort = keyof typeof requestSorts
export const requestOrder = orderOf(requestSorts, 'default: those awaiting a decision first')

export const listConsoleRequests = endpoint({
  id: 'listConsoleRequests',
  method: 'GET',
  path: '/console/request',
  access: 'curator',
  tag: 'Console',
  summary: 'Applications; by default those awaiting a decision oldest first, the others newest first',
  query: Type.Object({
    ...requestFilter,
    ...requestOrder,
    ...pageQuery(),
  }),
  answer: Type.Object({
    requests: Type.Array(ReviewRequest),
    ...pageAnswer,
    counts: Type.Object({ submitted: Count, approved: Count, declined: Count, withdrawn: Count, superseded: Count }),
  }),
  errors: [],
})

export const getConsoleRequest = endpoint({
  id: 'getConsoleRequest',
  method: 'GET',
  path: '/console/request/{id}',
  access: 'curator',
  tag: 'Console',
  summary: 'An application with its team, project, competing applications and history',
  params: IdParams,
  answer: Type.Object({
    request: ReviewRequest,
    project: ListedProject,
    team: Type.Object({ id: Id, name: Type.String(), description: Nullable(Type.String()), members: Type.Array(TeamMember) }),
    rivals: Type.Array(ReviewRequest),
    others: Type.Array(ReviewRequest, { description: 'other applications of this team' }),
    history: Type.Array(RequestStep),
  }),
  errors: ['request_not_found'],
})

export const undoDecision = endpoint({
  id: 'undoDecision',
  method: 'POST',
  path: '/console/request/{id}/undo',
  access: 'curator',
  tag: 'Console',
  summary: 'Undoes a decision that has not taken effect yet',
  description: 'The application awaits a decision again. If there is no decision, nothing changes.',
  params: IdParams,
  answer: ProjectRequest,
  errors: ['request_not_found', 'undo_too_late', 'decided_by_round'],
})

export const applyDecision = endpoint({
  id: 'applyDecision',
  method: 'POST',
  path: '/console/request/{id}/apply',
  access: 'curator',
  tag: 'Console',
  summary: 'Lets a decision take effect at once, instead of at the end of its undo window',
  params: IdParams,
  answer: ProjectRequest,
  errors: ['request_not_found', 'nothing_pending', 'decided_by_round', 'project_not_found', 'no_free_place', 'team_busy'],
})

export const declineRequests = endpoint({
  id: 'declineRequests',
  method: 'POST',
  path: '/console/request/decline',
  access: 'curator',
  tag: 'Console',
  summary:
    'Declines several applications for one reason; applications that were already decided, and choices of a round, are skipped and listed',
  body: Type.Object(
    {
      requests: Type.Array(Id, { minItems: 1, maxItems: 200 }),
      reason: Id,
      comment: Type.Optional(Nullable(Type.String({ maxLength: 5000 }))),
    },
    { examples: [{ requests: [1, 2], reason: 1 }] },
  ),
  answer: Type.Object({
    declined: Type.Array(Id),
    skipped: Type.Array(Type.Object({ id: Id, status: Nullable(RequestStatus) })),
  }),
  errors: ['unknown_reason'],
})

export const requestEndpoints = [listConsoleRequests, getConsoleRequest, undoDecision, applyDecision, declineRequests]
