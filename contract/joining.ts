import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Count, Id, Instant, Nullable, pageAnswer, pageQuery, Slug } from './shared.ts'
import { TeamParams } from './team.ts'
import { WantedRole } from './vocabulary/role.ts'

// Finding each other: people who are open to joining, teams that look for people, and how they fit.

export const LONGEST_SENTENCE = 300
export const MOST_OFFERED_ROLES = 12
export const MOST_INTERESTS = 10
export const MOST_SUGGESTED = 5
export const MOST_FITS = 3 // teams of the caller
export const MOST_RANKED = 2000 // the newest teams, or the people who changed what they offer last; the others are found with filters

export const Interest = Type.Object({ slug: Slug, name: Type.String() })

export const Joining = Type.Object({
  isOpen: Type.Boolean({ description: 'to joining: signed-in people can find the caller, and team admins can invite them' }),
  sentence: Nullable(Type.String()),
  roles: Type.Array(Type.String(), { description: 'what the caller offers' }),
  projects: Type.Array(Interest, { description: 'of interest' }),
  neverInvite: Type.Boolean({ description: 'nobody can invite the caller; never true while isOpen' }),
})
export type Joining = Static<typeof Joining>

export const getJoining = endpoint({
  id: 'getJoining',
  method: 'GET',
  path: '/profile/joining',
  access: 'signed-in',
  tag: 'Joining',
  summary: 'What the caller says about joining teams',
  answer: Joining,
  errors: [],
})

export const updateJoining = endpoint({
  id: 'updateJoining',
  method: 'PUT',
  path: '/profile/joining',
  access: 'signed-in',
  tag: 'Joining',
  summary: 'Changes what the caller says about joining teams',
  description:
    'Omitted keys are not changed. `isOpen: true` also allows invitations again; `neverInvite: true` also turns `isOpen` off and declines open invitations. Turning it off hides the caller everywhere at once; the texts remain.',
  body: Type.Object(
    {
      isOpen: Type.Optional(Type.Boolean()),
      sentence: Type.Optional(Nullable(Type.String({ maxLength: LONGEST_SENTENCE }))),
      roles: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: MOST_OFFERED_ROLES })),
      projects: Type.Optional(Type.Array(Type.String({ maxLength: 80 }), { maxItems: MOST_INTERESTS, description: 'slugs' })),
      neverInvite: Type.Optional(Type.Boolean()),
    },
    { examples: [{ isOpen: true, sentence: 'I like testing.', roles: ['QA'], projects: ['city-tree-census'] }] },
  ),
  answer: Joining,
  errors: ['unknown_role', 'unknown_project', 'teams_by_curators_only'],
})

/** Why something matches: the role, and the words that were typed for it. */
export const RoleMatch = Type.Object({
  role: Type.String({ description: 'the name of the role' }),
  roleRu: Nullable(Type.String()),
  words: Type.Array(Type.String(), { description: 'names and aliases of the role that matched' }),
})
export type RoleMatch = Static<typeof RoleMatch>

export const OpenPerson = Type.Object({
  id: Id,
  name: Type.String(),
  avatar: Nullable(Type.String()),
  sentence: Nullable(Type.String()),
  roles: Type.Array(Type.String()),
  projects: Type.Array(Interest),
  matches: Type.Array(RoleMatch, { description: 'roles that `team` misses and the person offers' }),
  code: Nullable(Type.String({ description: 'error code that an invitation to `team` would have: already_member, already_invited …' })),
})
export type OpenPerson = Static<typeof OpenPerson>

export const listOpenPeople = endpoint({
  id: 'listOpenPeople',
  method: 'GET',
  path: '/person/open',
  access: 'signed-in',
  tag: 'Joining',
  summary: 'People who are open to joining a team',
  description: `Found by name, role or project of interest; without the caller, who last changed it first. With \`team\`, which the caller must be an admin of, those who offer what it misses come first. Up to ${MOST_RANKED} people.`,
  query: Type.Object({
    text: Type.Optional(Type.String({ maxLength: 200, description: 'part of the name or the sentence' })),
    role: Type.Optional(Type.String({ maxLength: 200, description: 'a name or an alias' })),
    project: Type.Optional(Type.String({ maxLength: 80, description: 'slug' })),
    team: Type.Optional(Type.String({ pattern: '^\\d{1,10}$', examples: ['3'] })),
    ...pageQuery('20', 50),
  }),
  answer: Type.Object({
    people: Type.Array(OpenPerson),
    ...pageAnswer,
  }),
  errors: ['team_not_found', 'not_team_administrator'],
})

export const LookingTeam = Type.Object({
  id: Id,
  name: Type.String(),
  description: Nullable(Type.String()),
  size: Count,
  mostMembers: Type.Integer({ minimum: 1 }),
  wantedRoles: Type.Array(WantedRole),
  missingRoles: Type.Array(WantedRole),
  matches: Type.Array(RoleMatch, { description: 'missing roles that the caller offers' }),
  updatedAt: Instant,
  code: Nullable(Type.String({ description: 'error code that a request of the caller to join would have' })),
  why: Nullable(Type.String({ description: 'the same in the caller’s language' })),
})
export type LookingTeam = Static<typeof LookingTeam>

export const listLookingTeams = endpoint({
  id: 'listLookingTeams',
  method: 'GET',
  path: '/team/looking',
  access: 'signed-in',
  tag: 'Joining',
  summary: 'Teams that look for people, those that miss what the caller offers first',
  description: `Without the caller’s own teams, and without those that nobody can join now: full ones, and those with a project. Members are not listed. Up to ${MOST_RANKED} teams, the newest.`,
  query: Type.Object({
    text: Type.Optional(Type.String({ maxLength: 200 })),
    role: Type.Optional(Type.String({ maxLength: 200, description: 'that the team misses' })),
    ...pageQuery('20', 50),
  }),
  answer: Type.Object({
    teams: Type.Array(LookingTeam),
    ...pageAnswer,
  }),
  errors: [],
})

export const listSuggestedTeams = endpoint({
  id: 'listSuggestedTeams',
  method: 'GET',
  path: '/team/suggested',
  access: 'signed-in',
  tag: 'Joining',
  summary: `Up to ${MOST_SUGGESTED} teams that look for what the caller offers`,
  description: 'By the roles of `PUT /profile/joining`; also when the caller is not open to joining.',
  answer: Type.Object({ teams: Type.Array(LookingTeam, { maxItems: MOST_SUGGESTED }) }),
  errors: [],
})

export const TeamFit = Type.Object({
  covered: Count,
  wanted: Count,
  matches: Type.Array(Type.Object({ ...RoleMatch.properties, count: Count, covered: Count }), {
    description: 'for each role the project wants: how many people, and how many of them the team has',
  }),
  missing: Type.Array(Type.Object({ ...WantedRole.properties, openPeople: Count }), {
    description: 'with how many people who are open to joining offer it',
  }),
})
export type TeamFit = Static<typeof TeamFit>

export const getTeamFit = endpoint({
  id: 'getTeamFit',
  method: 'GET',
  path: '/team/{id}/fit/{slug}',
  access: 'signed-in',
  tag: 'Joining',
  summary: 'How a team covers the roles that a project wants',
  description: 'For members of the team and curators. It advises and blocks nothing; it uses roles and their names and aliases only.',
  params: Type.Object({ ...TeamParams.properties, slug: Type.String({ maxLength: 80 }) }),
  answer: TeamFit,
  errors: ['team_not_found', 'not_in_team', 'project_not_found'],
})

export const OwnTeamFit = Type.Object({
  id: Id,
  name: Type.String(),
  isAdministrator: Type.Boolean({ description: 'the caller, of this team' }),
  fit: TeamFit,
})
export type OwnTeamFit = Static<typeof OwnTeamFit>

export const listTeamFits = endpoint({
  id: 'listTeamFits',
  method: 'GET',
  path: '/project/{slug}/fit',
  access: 'signed-in',
  tag: 'Joining',
  summary: 'How the caller’s teams cover the roles that a project wants',
  description: `Up to ${MOST_FITS} teams, each as \`GET /team/{id}/fit/{slug}\` has it.`,
  params: Type.Object({ slug: Type.String({ maxLength: 80 }) }),
  answer: Type.Object({ teams: Type.Array(OwnTeamFit, { maxItems: MOST_FITS }) }),
  errors: ['project_not_found'],
})

export const joiningEndpoints = [getJoining, updateJoining, listOpenPeople, listLookingTeams, listSuggestedTeams, getTeamFit, listTeamFits]
