import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { type TeamMakers, teamMakers } from './settings.ts'
import { Count, Id, Instant, Nullable, Slug } from './shared.ts'
import { MOST_ROLES, MOST_WANTED_ROLES, WantedRole, WantedRoleDraft } from './vocabulary/role.ts'

// Teams that members form: make, edit, hand over, remove, leave, disband.

export const TEAMS_A_DAY = 5 // made by one person
export const LEAVE_REQUESTS_A_DAY = 3 // of one person
export const LONGEST_TEAM_NAME = 100
export const LONGEST_TEAM_TEXT = 2000
export const LONGEST_NOTE = 500 // of an invitation or a request to join or leave

export const TeamParams = Type.Object({ id: Type.String({ pattern: '^\\d{1,10}$' }) })
const MemberParams = Type.Object({
  id: Type.String({ pattern: '^\\d{1,10}$' }),
  member: Type.String({ pattern: '^\\d{1,10}$', examples: ['12'] }),
})
export const NoteText = Type.Optional(Nullable(Type.String({ maxLength: LONGEST_NOTE })))

export const JoinRequest = Type.Object({
  id: Id,
  team: Type.Object({ id: Id, name: Type.String() }),
  person: Type.Object({ id: Id, name: Type.String(), avatar: Nullable(Type.String()), roles: Type.Array(Type.String()) }),
  message: Nullable(Type.String()),
  status: Type.Unsafe<'open' | 'accepted' | 'declined' | 'cancelled' | 'expired' | 'ended'>({
    type: 'string',
    enum: ['open', 'accepted', 'declined', 'cancelled', 'expired', 'ended'],
    description: 'expired: not answered in time; ended: the team was disbanded, or the person joined in another way',
  }),
  createdAt: Instant,
  expiresAt: Instant,
  endedAt: Nullable(Instant),
})
export type JoinRequest = Static<typeof JoinRequest>

export const PendingChange = Type.Object({
  takesEffectAt: Instant,
  by: Nullable(Type.String({ description: 'name of the team admin' })),
})

export const TeamPageMember = Type.Object({
  id: Id,
  person: Nullable(Id),
  name: Type.String(),
  avatar: Nullable(Type.String()),
  roles: Type.Array(Type.String()),
  isAdministrator: Type.Boolean(),
  isActive: Type.Boolean({ description: 'has an active account' }),
  joinedAt: Instant,
  removal: Nullable(PendingChange), // for team admins and curators
})
export type TeamPageMember = Static<typeof TeamPageMember>

/** A link, without its token: that is only in the answer to the call that made it. */
export const InvitationLink = Type.Object({
  id: Id,
  createdBy: Nullable(Type.String()),
  createdAt: Instant,
  expiresAt: Instant,
  uses: Count,
  mostUses: Type.Integer({ minimum: 1 }),
})
export type InvitationLink = Static<typeof InvitationLink>

export const InvitedPerson = Type.Object({
  id: Id,
  person: Id,
  name: Type.String(),
  avatar: Nullable(Type.String()),
  createdAt: Instant,
  expiresAt: Instant,
})
export type InvitedPerson = Static<typeof InvitedPerson>

const Action = Type.Object({
  isAllowed: Type.Boolean(),
  code: Nullable(Type.String({ description: 'error code that the call would have; null when it is allowed' })),
  why: Nullable(Type.String({ description: 'the same in the caller’s language' })),
})
export const teamActions = [
  'edit',
  'invite',
  'answer',
  'handOver',
  'remove',
  'disband',
  'leave',
  'askToLeave',
  'askToJoin',
  'apply',
] as const
export type TeamAction = (typeof teamActions)[number]

export const TeamPage = Type.Object({
  id: Id,
  name: Type.String(),
  description: Nullable(Type.String()),
  formedBy: Type.Unsafe<TeamMakers>({ type: 'string', enum: [...teamMakers] }),
  isLooking: Type.Boolean({ description: 'for people: listed in `GET /team/looking`' }),
  wantedRoles: Type.Array(WantedRole, { description: 'all roles the team needs' }),
  missingRoles: Type.Array(WantedRole, { description: 'those that its members do not cover yet' }),
  size: Count,
  mostMembers: Type.Integer({ minimum: 1 }),
  project: Nullable(Type.Object({ slug: Slug, name: Type.String() })),
  requestsWaiting: Count,
  own: Type.Object({
    member: Nullable(Id),
    isAdministrator: Type.Boolean(),
    joinRequest: Nullable(JoinRequest),
    invitation: Nullable(Id),
    leaveRequest: Nullable(Type.Object({ id: Id, createdAt: Instant })),
  }),
  members: Type.Array(TeamPageMember, { description: 'for members and curators; empty for others' }),
  links: Type.Array(InvitationLink, { description: 'open ones, for team admins' }),
  invited: Type.Array(InvitedPerson, { description: 'with an open invitation, for team admins' }),
  joinRequests: Type.Array(JoinRequest, { description: 'open ones, for team admins' }),
  disbanding: Nullable(PendingChange),
  actions: Type.Unsafe<Record<TeamAction, Static<typeof Action>>>(
    Type.Object(Object.fromEntries(teamActions.map((action) => [action, Action])), { description: 'what the caller may do' }),
  ),
})
export type TeamPage = Static<typeof TeamPage>

const TeamName = Type.String({ minLength: 1, maxLength: LONGEST_TEAM_NAME })
const TeamText = Type.Optional(Nullable(Type.String({ maxLength: LONGEST_TEAM_TEXT })))
const Wanted = Type.Optional(Type.Array(WantedRoleDraft, { maxItems: MOST_WANTED_ROLES }))
const textErrors = ['invalid_name', 'team_name_taken', 'unknown_role', 'too_many_wanted'] as const
const adminErrors = ['team_not_found', 'not_team_administrator', 'teams_by_curators_only'] as const

export const createOwnTeam = endpoint({
  id: 'createOwnTeam',
  method: 'POST',
  path: '/team',
  access: 'signed-in',
  hasLocation: true,
  tag: 'Teams',
  summary: 'Makes a team; the caller becomes its admin',
  description: `Names are unique among teams that are not disbanded; case and ё are ignored. Up to ${TEAMS_A_DAY} teams a day.`,
  body: Type.Object(
    {
      name: TeamName,
      description: TeamText,
      wantedRoles: Wanted,
      isLooking: Type.Optional(Type.Boolean()),
      roles: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: MOST_ROLES, description: 'of the caller in the team' })),
    },
    { examples: [{ name: 'Tree Counters', description: 'We count trees.', wantedRoles: [{ role: 'QA', count: 1 }], isLooking: true }] },
  ),
  answer: TeamPage,
  errors: ['teams_by_curators_only', 'too_many_teams', 'too_many_new_teams', ...textErrors],
})

export const getTeam = endpoint({
  id: 'getTeam',
  method: 'GET',
  path: '/team/{id}',
  access: 'signed-in',
  tag: 'Teams',
  summary: 'A team, and what the caller may do',
  description:
    'For members and curators; for others while the team looks for people, or while they have an open invitation or request to join. Others do not see its members. Invitations and requests are for team admins.',
  params: TeamParams,
  answer: TeamPage,
  errors: ['team_not_found'],
})

export const updateOwnTeam = endpoint({
  id: 'updateOwnTeam',
  method: 'PUT',
  path: '/team/{id}',
  access: 'signed-in',
  tag: 'Teams',
  summary: 'Edits a team: name, description, wanted roles, looking for people',
  description: 'For team admins. Omitted keys are not changed. Requests to join that are open remain when the team stops looking.',
  params: TeamParams,
  body: Type.Object(
    { name: Type.Optional(TeamName), description: TeamText, wantedRoles: Wanted, isLooking: Type.Optional(Type.Boolean()) },
    { examples: [{ isLooking: true, wantedRoles: [{ role: 'QA', count: 2 }] }] },
  ),
  answer: TeamPage,
  errors: [...adminErrors, 'team_disbanding', ...textErrors],
})

export const disbandTeam = endpoint({
  id: 'disbandTeam',
  method: 'DELETE',
  path: '/team/{id}',
  access: 'signed-in',
  tag: 'Teams',
  summary: 'Disbands a team',
  description:
    'For team admins, while the team has no open application and no project. It takes effect after the undo time of the settings (ten minutes by default, 0: at once) and can be undone before. The members get an email then. Repeating the call changes nothing.',
  params: TeamParams,
  answer: Type.Object({
    id: Id,
    status: Type.Unsafe<'disbanding' | 'disbanded'>({ type: 'string', enum: ['disbanding', 'disbanded'] }),
    takesEffectAt: Nullable(Instant),
  }),
  errors: [...adminErrors, 'team_has_project', 'team_in_closed_round', 'team_has_requests'],
})

export const undoTeamChange = endpoint({
  id: 'undoTeamChange',
  method: 'POST',
  path: '/team/{id}/undo',
  access: 'signed-in',
  tag: 'Teams',
  summary: 'Undoes the removal of a member, or the disbanding, before it takes effect',
  description: 'For every admin of the team, not only the one who decided. With `member` the removal is undone, without it the disbanding.',
  params: TeamParams,
  body: Type.Object({ member: Type.Optional(Nullable(Id)) }, { examples: [{ member: 12 }] }),
  answer: TeamPage,
  errors: ['team_not_found', 'not_team_administrator', 'team_change_over'],
})

export const leaveTeam = endpoint({
  id: 'leaveTeam',
  method: 'POST',
  path: '/team/{id}/leave',
  access: 'signed-in',
  tag: 'Teams',
  summary: 'The caller leaves a team',
  description:
    'At once. When the only admin leaves, the longest-standing member becomes admin and gets an email; when the last member leaves, the team is disbanded and its open applications are withdrawn. Not while the team works on a project.',
  params: TeamParams,
  answer: Type.Object({ id: Id, status: Type.Literal('left'), isDisbanded: Type.Boolean() }),
  errors: ['team_not_found', 'not_in_team', 'team_has_project', 'team_in_closed_round'],
})

export const requestLeave = endpoint({
  id: 'requestLeave',
  method: 'POST',
  path: '/team/{id}/leave-request',
  access: 'signed-in',
  tag: 'Teams',
  summary: 'Asks the curators to leave a team that works on a project',
  params: TeamParams,
  body: Type.Object({ message: NoteText }, { examples: [{ message: 'I move to another city.' }] }),
  answer: TeamPage,
  errors: ['team_not_found', 'not_in_team', 'team_has_no_project', 'already_asked_to_leave', 'too_many_leave_requests'],
})

export const cancelLeave = endpoint({
  id: 'cancelLeave',
  method: 'DELETE',
  path: '/team/{id}/leave-request',
  access: 'signed-in',
  hasNoVersion: true,
  tag: 'Teams',
  summary: 'Cancels the caller’s request to leave',
  params: TeamParams,
  answer: TeamPage,
  errors: ['team_not_found', 'not_in_team', 'leave_request_over'],
})

export const handOverTeam = endpoint({
  id: 'handOverTeam',
  method: 'POST',
  path: '/team/{id}/member/{member}/administrator',
  access: 'signed-in',
  tag: 'Teams',
  summary: 'Makes a member a team admin',
  description: 'For team admins. With `staysAdministrator: false` the caller is no admin afterwards. The new admin gets an email.',
  params: MemberParams,
  body: Type.Object({ staysAdministrator: Type.Optional(Type.Boolean()) }, { examples: [{ staysAdministrator: false }] }),
  answer: TeamPage,
  errors: [
    'team_not_found',
    'not_team_administrator',
    'member_not_found',
    'member_without_account',
    'team_has_project',
    'team_in_closed_round',
  ],
})

export const removeOwnMember = endpoint({
  id: 'removeOwnMember',
  method: 'DELETE',
  path: '/team/{id}/member/{member}',
  access: 'signed-in',
  tag: 'Teams',
  summary: 'Removes a member from a team',
  description:
    'For team admins, not while the team works on a project. It takes effect after the undo time of the settings and can be undone before; then the person gets an email. Repeating the call changes nothing.',
  params: MemberParams,
  answer: TeamPage,
  errors: [...adminErrors, 'member_not_found', 'use_leave_instead', 'team_has_project', 'team_in_closed_round'],
})

export const teamEndpoints = [
  createOwnTeam,
  getTeam,
  updateOwnTeam,
  disbandTeam,
  undoTeamChange,
  leaveTeam,
  requestLeave,
  cancelLeave,
  handOverTeam,
  removeOwnMember,
]
