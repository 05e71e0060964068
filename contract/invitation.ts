import { type Static, Type } from 'typebox'
import { endpoint, Nothing } from './endpoint.ts'
import { Count, Id, Instant, Nullable } from './shared.ts'
import { InvitationLink, InvitedPerson, JoinRequest, NoteText, TeamParams } from './team.ts'
import { WantedRole } from './vocabulary/role.ts'

// Joining a team: invitation links, invitations of people, requests to join.

export const LINK_DAYS = 7
export const INVITATION_DAYS = 14
export const JOIN_REQUEST_DAYS = 14
export const MOST_LINKS = 5 // open ones of a team
export const LINKS_A_DAY = 20 // of a team
export const MOST_LINK_USES = 50
export const MOST_INVITED = 20 // people with an open invitation to one team
export const INVITATIONS_A_DAY = 20 // of a team, and of one team admin
export const INVITATIONS_A_DAY_TO_ONE = 10 // that one person gets, from all teams
export const DECLINED_DAYS = 30 // a team cannot invite a person again who declined
export const MOST_JOIN_REQUESTS = 5 // open ones of one person
export const JOIN_REQUESTS_A_DAY = 10 // of one person
export const MOST_LISTED = 100 // invitations or requests in one answer
export const REQUESTS_LISTED_DAYS = 30 // after their end

const Token = Type.String({
  maxLength: 100,
  examples: ['pj_in_2mT0dQ8rY4kXv7aZ'],
  description: 'from the link; any other text is answered like an expired one',
})
const TokenParams = Type.Object({ token: Token })

export const createInvitation = endpoint({
  id: 'createInvitation',
  method: 'POST',
  path: '/team/{id}/invitation',
  access: 'signed-in',
  tag: 'Joining',
  summary: 'Invites into a team: by a link, or a person who is open to joining',
  description: `For team admins. Without \`person\` the answer has a link, valid ${LINK_DAYS} days for \`uses\` people (default: the free places). Its token is stored as a hash and cannot be read again; the same call with the same \`Idempotency-Key\` gives the same link another token, as long as nobody has used it. With \`person\` that person gets an email and can accept or decline within ${INVITATION_DAYS} days.`,
  params: TeamParams,
  body: Type.Object(
    {
      person: Type.Optional(Nullable(Id)),
      message: NoteText,
      uses: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_LINK_USES })),
    },
    { examples: [{ uses: 7 }, { person: 12, message: 'We need a tester.' }] },
  ),
  answer: Type.Object({
    link: Nullable(
      Type.Object({ ...InvitationLink.properties, token: Type.String(), url: Type.String({ description: 'of the page to open' }) }),
    ),
    invited: Nullable(InvitedPerson),
  }),
  errors: [
    'team_not_found',
    'not_team_administrator',
    'teams_by_curators_only',
    'team_has_project',
    'team_in_closed_round',
    'team_disbanding',
    'team_full',
    'person_not_found',
    'already_member',
    'already_invited',
    'not_open_to_joining',
    'too_many_invitations',
  ],
})

export const endInvitation = endpoint({
  id: 'endInvitation',
  method: 'DELETE',
  path: '/team/{id}/invitation',
  access: 'signed-in',
  hasNoVersion: true,
  tag: 'Joining',
  summary: 'Ends an invitation link, or the invitation of a person',
  description: 'For team admins. Exactly one of `link` and `invited`. Also succeeds when it has ended already.',
  params: TeamParams,
  query: Type.Object({
    link: Type.Optional(Type.String({ pattern: '^\\d{1,10}$', examples: ['3'] })),
    invited: Type.Optional(
      Type.String({ pattern: '^\\d{1,10}$', examples: ['8'], description: 'id of the invitation, not of the person' }),
    ),
  }),
  answer: Nothing,
  errors: ['team_not_found', 'not_team_administrator'],
})

export const Invitation = Type.Object({
  team: Type.Object({
    id: Nullable(Id),
    name: Type.String(),
    description: Nullable(Type.String()),
    size: Count,
    mostMembers: Type.Integer({ minimum: 1 }),
    missingRoles: Type.Array(WantedRole),
  }),
  inviter: Nullable(Type.String({ description: 'full name for signed-in callers, first name for guests' })),
  expiresAt: Instant,
  isMember: Type.Boolean({ description: 'the caller is in the team already' }),
  code: Nullable(Type.String({ description: 'error code that joining would have for the caller now' })),
  why: Nullable(Type.String({ description: 'the same in the caller’s language' })),
})
export type Invitation = Static<typeof Invitation>

export const getInvitation = endpoint({
  id: 'getInvitation',
  method: 'GET',
  path: '/invitation/{token}',
  access: 'public',
  tag: 'Joining',
  summary: 'Who invites into which team',
  description:
    'Guests see the team, but no members. A token that is unknown, ended, expired, used up or of a disbanded team: 404 `invitation_over`.',
  params: TokenParams,
  answer: Invitation,
  isPrivate: true,
  errors: ['invitation_over', 'database_unavailable'],
})

const joinErrors = ['teams_by_curators_only', 'team_has_project', 'team_in_closed_round', 'team_full', 'too_many_teams'] as const
export const Joined = Type.Object({ team: Id, name: Type.String(), member: Id })

export const acceptInvitation = endpoint({
  id: 'acceptInvitation',
  method: 'POST',
  path: '/invitation/{token}',
  access: 'signed-in',
  tag: 'Joining',
  summary: 'Joins a team by an invitation link',
  description: 'A member who opens the link again gets the same answer, and no use is counted.',
  params: TokenParams,
  answer: Joined,
  errors: ['invitation_over', ...joinErrors],
})

export const ReceivedInvitation = Type.Object({
  id: Id,
  team: Type.Object({ id: Id, name: Type.String(), description: Nullable(Type.String()), missingRoles: Type.Array(WantedRole) }),
  inviter: Nullable(Type.String()),
  message: Nullable(Type.String()),
  createdAt: Instant,
  expiresAt: Instant,
})
export type ReceivedInvitation = Static<typeof ReceivedInvitation>

export const listInvitations = endpoint({
  id: 'listInvitations',
  method: 'GET',
  path: '/invitation',
  access: 'signed-in',
  tag: 'Joining',
  summary: 'Open invitations of the caller, newest first',
  answer: Type.Object({ invitations: Type.Array(ReceivedInvitation) }),
  errors: [],
})

export const answerInvitation = endpoint({
  id: 'answerInvitation',
  method: 'POST',
  path: '/person-invitation/{id}/answer',
  access: 'signed-in',
  tag: 'Joining',
  summary: 'Accepts or declines an invitation',
  description:
    'The team admins get an email about an accepted one; a decline has no reason. With `neverInvite` nobody can invite the caller until they are open to joining again, and all other open invitations are declined.',
  params: TeamParams,
  body: Type.Object(
    { isAccepted: Type.Boolean(), neverInvite: Type.Optional(Type.Boolean({ description: 'only with a decline' })) },
    { examples: [{ isAccepted: true }] },
  ),
  answer: Type.Object({ team: Nullable(Id), member: Nullable(Id) }),
  errors: ['invitation_over', ...joinErrors],
})

export const createJoinRequest = endpoint({
  id: 'createJoinRequest',
  method: 'POST',
  path: '/team/{id}/join-request',
  access: 'signed-in',
  tag: 'Joining',
  summary: 'Asks to join a team that looks for people',
  description: `The team admins get an email. Without an answer it ends after ${JOIN_REQUEST_DAYS} days, and the caller gets an email. Up to ${MOST_JOIN_REQUESTS} open ones.`,
  params: TeamParams,
  body: Type.Object({ message: NoteText }, { examples: [{ message: 'I can test.' }] }),
  answer: JoinRequest,
  errors: ['team_not_found', 'team_not_looking', 'already_member', 'already_asked_to_join', 'too_many_join_requests', ...joinErrors],
})

export const listJoinRequests = endpoint({
  id: 'listJoinRequests',
  method: 'GET',
  path: '/join-request',
  access: 'signed-in',
  tag: 'Joining',
  summary: 'Requests to join: the caller’s own, and open ones to teams the caller is an admin of',
  answer: Type.Object({
    own: Type.Array(JoinRequest, { description: `open ones, and those that ended in the last ${REQUESTS_LISTED_DAYS} days, newest first` }),
    toAnswer: Type.Array(JoinRequest, { description: 'oldest first' }),
  }),
  errors: [],
})

export const answerJoinRequest = endpoint({
  id: 'answerJoinRequest',
  method: 'POST',
  path: '/join-request/{id}/answer',
  access: 'signed-in',
  tag: 'Joining',
  summary: 'Accepts or declines a request to join',
  description: 'For team admins. The person gets an email. The limit of teams per person counts at this moment.',
  params: TeamParams,
  body: Type.Object({ isAccepted: Type.Boolean() }, { examples: [{ isAccepted: true }] }),
  answer: JoinRequest,
  errors: [
    'join_request_not_found',
    'not_team_administrator',
    'join_request_over',
    'teams_by_curators_only',
    'team_disbanding',
    'team_has_project',
    'team_in_closed_round',
    'team_full',
    'person_has_team',
  ],
})

export const cancelJoinRequest = endpoint({
  id: 'cancelJoinRequest',
  method: 'DELETE',
  path: '/join-request/{id}',
  access: 'signed-in',
  hasNoVersion: true,
  tag: 'Joining',
  summary: 'Cancels the caller’s own request to join',
  params: TeamParams,
  answer: JoinRequest,
  errors: ['join_request_not_found', 'join_request_over'],
})

export const invitationEndpoints = [
  createInvitation,
  endInvitation,
  getInvitation,
  acceptInvitation,
  listInvitations,
  answerInvitation,
  createJoinRequest,
  listJoinRequests,
  answerJoinRequest,
  cancelJoinRequest,
]
