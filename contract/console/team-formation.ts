import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { type TeamMakers, teamMakers } from '#contract/settings.ts'
import { Count, Id, Instant, Nullable, pageQuery, Slug } from '#contract/shared.ts'
import { MOST_WANTED_ROLES, WantedRole, WantedRoleDraft } from '#contract/vocabulary/role.ts'
import { IdParams, oneOf } from './shared.ts'

// What curators see of teams that members form, and requests to leave a team that works on a project.

/** Added to ListedTeam and ConsoleTeam of team.ts. */
export const formationFields = {
  formedBy: Type.Unsafe<TeamMakers>({ type: 'string', enum: [...teamMakers] }),
  isLooking: Type.Boolean({ description: 'for people' }),
  wantedRoles: Type.Array(WantedRole),
  disbandedAt: Nullable(Instant),
}
/** Added to the bodies of createTeam and updateTeam. */
export const formationDraft = {
  isLooking: Type.Optional(Type.Boolean()),
  wantedRoles: Type.Optional(Type.Array(WantedRoleDraft, { maxItems: MOST_WANTED_ROLES })),
}
/** Added to the filters of listConsoleTeams. */
export const formationFilter = {
  formedBy: Type.Optional(oneOf(teamMakers)),
  life: Type.Optional(oneOf(['living', 'disbanded'], 'default: living')),
}

export const ConsoleLeaveRequest = Type.Object({
  id: Id,
  team: Type.Object({ id: Id, name: Type.String(), size: Count }),
  project: Nullable(Type.Object({ slug: Slug, name: Type.String() })),
  person: Type.Object({ id: Id, name: Type.String() }),
  message: Nullable(Type.String()),
  status: oneOf(['open', 'agreed', 'declined', 'cancelled', 'ended'], 'ended: the person is no member any more'),
  createdAt: Instant,
  endedAt: Nullable(Instant),
  answeredBy: Nullable(Type.String()),
})
export type ConsoleLeaveRequest = Static<typeof ConsoleLeaveRequest>

export const listLeaveRequests = endpoint({
  id: 'listLeaveRequests',
  method: 'GET',
  path: '/console/leave-request',
  access: 'curator',
  tag: 'Console',
  summary: 'Requests to leave a team that works on a project',
  description: 'Open ones first, oldest first; then ended ones, newest first.',
  query: Type.Object({
    status: Type.Optional(oneOf(['open', 'ended'])),
    team: Type.Optional(Type.String({ pattern: '^\\d{1,10}$', examples: ['3'] })),
    ...pageQuery(),
  }),
  answer: Type.Object({
    requests: Type.Array(ConsoleLeaveRequest),
    total: Count,
    open: Count,
    page: Type.Integer({ minimum: 1 }),
    pageSize: Type.Integer({ minimum: 1 }),
  }),
  errors: [],
})

export const answerLeaveRequest = endpoint({
  id: 'answerLeaveRequest',
  method: 'POST',
  path: '/console/leave-request/{id}/answer',
  access: 'curator',
  tag: 'Console',
  summary: 'Lets a member leave the team, or declines',
  description: 'Agreeing removes the member at once. The person gets an email; after agreeing the team admins too.',
  params: IdParams,
  body: Type.Object({ isAgreed: Type.Boolean() }, { examples: [{ isAgreed: true }] }),
  answer: ConsoleLeaveRequest,
  errors: ['leave_request_not_found', 'leave_request_over'],
})

export const teamFormationEndpoints = [listLeaveRequests, answerLeaveRequest]
