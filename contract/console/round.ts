import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import {
  BundleReaders,
  LONGEST_ROUND_NAME,
  LockReason,
  MOST_CHOICES,
  MOST_ROUND_PROJECTS,
  PlacementRule,
  RoundFigures,
  RoundMode,
  type RoundState,
  roundStates,
} from '#contract/round.ts'
import { Count, Id, Instant, Nullable, pageAnswer, pageQuery, Slug } from '#contract/shared.ts'
import { IdParams, oneOf, Search } from './shared.ts'

// Rounds for curators: prepare, announce, close, mark, lock. Placing and publishing: round-placing.ts.

export const LONGEST_LOCK_REASON = 200
export const MOST_MARKS = 500 // in one call

// A round may have 600 teams with 20 choices each: its page loads the parts it shows.
export const FIRST_TEAMS = 10
export const FIRST_PLACED = 50
export const MOST_ROUND_CHANGES = 200

const marks = ['preferred', 'unsuitable'] as const
export type ChoiceMark = (typeof marks)[number]

const consoleRoundFields = {
  id: Id,
  slug: Slug,
  name: Type.String(),
  state: Type.Unsafe<RoundState>({ type: 'string', enum: [...roundStates] }),
  mode: RoundMode,
  rule: PlacementRule,
  opensAt: Nullable(Instant),
  closesAt: Nullable(Instant),
  mostChoices: Type.Integer({ minimum: 1, maximum: MOST_CHOICES }),
  offerHours: Type.Integer({ minimum: 1, maximum: 168, description: 'how long a team may think about the offer of a free place' }),
  bundleFor: BundleReaders,
  seedHash: Nullable(Type.String()),
  choicesDigest: Nullable(Type.String()),
  announcedAt: Nullable(Instant),
  sealedAt: Nullable(Instant),
  publishedAt: Nullable(Instant),
  endedAt: Nullable(Instant),
  abandonedAt: Nullable(Instant), // it ended without results
  publishAt: Nullable(Instant), // the results take effect then; publishing can be undone before
  figures: RoundFigures,
  projectCount: Count,
}

export const ListedRound = Type.Object(consoleRoundFields)
export type ListedRound = Static<typeof ListedRound>

export const RoundProject = Type.Object({
  id: Id,
  slug: Slug,
  name: Type.String(),
  isPublished: Type.Boolean(),
  teamLimit: Nullable(Count),
  places: Nullable(Count), // free before placing; null: any number of teams
  wanted: Type.Integer({ minimum: 0, description: 'teams that chose it' }),
  wantedFirst: Type.Integer({ minimum: 0, description: 'teams that chose it first' }),
})
export type RoundProject = Static<typeof RoundProject>

export const RoundChoice = Type.Object({
  request: Id,
  project: Slug,
  rank: Type.Integer({ minimum: 1 }),
  mark: Nullable(oneOf(marks)),
  reasonId: Nullable(Id),
  reason: Nullable(Type.String()),
})
export type RoundChoice = Static<typeof RoundChoice>

export const RoundTeam = Type.Object({
  team: Id,
  name: Type.String(),
  size: Count,
  choices: Type.Array(RoundChoice, { description: 'by rank' }),
  lock: Nullable(Type.Object({ project: Slug, reason: Type.String() })),
  published: Nullable(LockReason), // of a lock, once the results are published
  excluded: Nullable(
    oneOf(['disbanded', 'busy', 'promised'], 'cannot be placed: disbanded, works on a project, or was promised one outside of the round'),
  ),
  placed: Type.Optional(Nullable(Slug)), // where the draft puts it
})
export type RoundTeam = Static<typeof RoundTeam>

/** One result of placing. It is kept until another one is made or the results are published. */
export const RoundDraft = Type.Object({
  id: Id,
  madeAt: Instant,
  by: Nullable(Type.String()),
  rule: PlacementRule,
  isCurrent: Type.Boolean({ description: 'placing again would give the same result; otherwise it cannot be published' }),
  placed: Count,
  unplaced: Count,
  byRank: Type.Array(Count, { description: 'how many teams got their first, second … choice' }),
  emails: Type.Integer({ minimum: 0, description: 'emails that publishing sends' }),
  placement: Type.Array(
    Type.Object({
      team: Id,
      project: Nullable(Slug),
      rank: Nullable(Type.Integer({ minimum: 1 })),
      isByHand: Type.Boolean(),
    }),
    { description: `teams without a place first, then by name; the first ${FIRST_PLACED}, all of them: \`listRoundTeams\`` },
  ),
})
export type RoundDraft = Static<typeof RoundDraft>

export const ConsoleRound = Type.Object({
  ...consoleRoundFields,
  missing: Type.Array(oneOf(['window', 'project', 'applications', 'closed', 'dates']), {
    description:
      'of a draft: what announcing still needs. applications: ordinary applications for its projects await a decision; closed: the window is over',
  }),
  projects: Type.Array(RoundProject, { description: 'by name' }),
  teams: Type.Array(RoundTeam, {
    description: `teams with choices or a lock, by name; the first ${FIRST_TEAMS}, all of them: \`listRoundTeams\``,
  }),
  changes: Type.Array(
    Type.Object({
      at: Instant,
      what: Type.String({ description: 'in the caller’s language' }),
      by: Nullable(Type.String()),
      isPublic: Type.Boolean({ description: 'on the public page of the round' }),
      isAfterLook: Type.Boolean({ description: 'made after a look at the result; in the bundle' }),
    }),
    { description: `since the round was announced, oldest first; the last ${MOST_ROUND_CHANGES}` },
  ),
  draft: Nullable(RoundDraft),
  basis: Nullable(Type.String({ description: 'of an open or sealed round: as long as it is the same, so is a forecast' })),
  isKeyLost: Type.Boolean({ description: 'its lottery cannot be decrypted: it can be abandoned, unless the master key is restored' }),
  problem: Nullable(Type.String({ description: 'error code: why the results could not take effect' })),
})
export type ConsoleRound = Static<typeof ConsoleRound>

const Name = Type.String({ minLength: 1, maxLength: LONGEST_ROUND_NAME })
const RoundTime = Type.Optional(Nullable(Instant))
const draftFields = {
  slug: Type.Optional(Nullable(Slug)),
  mode: Type.Optional(RoundMode),
  rule: Type.Optional(PlacementRule),
  opensAt: RoundTime,
  closesAt: RoundTime,
  mostChoices: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_CHOICES })),
  offerHours: Type.Optional(Type.Integer({ minimum: 1, maximum: 168 })),
  bundleFor: Type.Optional(BundleReaders),
  projects: Type.Optional(Type.Array(Id, { maxItems: MOST_ROUND_PROJECTS, description: 'ids of all its projects' })),
}

/** What curators set, except for the projects. */
export type RoundValues = {
  slug: string
  name: string
  mode: RoundMode
  rule: PlacementRule
  opensAt: string | null
  closesAt: string | null
  mostChoices: number
  offerHours: number
  bundleFor: BundleReaders
}
/** Absent keys keep their values. */
export type RoundInput = Partial<Omit<RoundValues, 'slug'>> & { slug?: string | null }

export const listConsoleRounds = endpoint({
  id: 'listConsoleRounds',
  method: 'GET',
  path: '/console/round',
  access: 'curator',
  tag: 'Console',
  summary: 'Rounds, newest first',
  answer: Type.Object({ rounds: Type.Array(ListedRound) }),
  errors: [],
})

export const createRound = endpoint({
  id: 'createRound',
  method: 'POST',
  path: '/console/round',
  access: 'curator',
  hasLocation: true,
  tag: 'Console',
  summary: 'Creates a draft of a round',
  description:
    'Without a slug one is made from the name. Defaults: ranked, fair, 5 choices, 48 hours for an offer, a bundle for everybody.',
  body: Type.Object({ name: Name, ...draftFields }, { examples: [{ name: 'Autumn 2026', mostChoices: 5, projects: [1, 2] }] }),
  answer: ConsoleRound,
  errors: ['project_not_found', 'project_in_round', 'too_many_rounds', 'invalid_name'],
})

export const getConsoleRound = endpoint({
  id: 'getConsoleRound',
  method: 'GET',
  path: '/console/round/{id}',
  access: 'curator',
  tag: 'Console',
  summary: 'A round with projects, changes, the draft of its results and the first of its teams',
  params: IdParams,
  answer: ConsoleRound,
  errors: ['round_not_found'],
})

const having = ['choices', 'lock', 'place', 'no-place'] as const

export const listRoundTeams = endpoint({
  id: 'listRoundTeams',
  method: 'GET',
  path: '/console/round/{id}/team',
  access: 'curator',
  tag: 'Console',
  summary: 'Teams of a round with their choices, by name',
  params: IdParams,
  query: Type.Object({
    text: Search,
    has: Type.Optional(oneOf(having, 'place, no-place: in the draft of the results. Default: choices or a lock')),
    ...pageQuery('20', 50),
  }),
  answer: Type.Object({
    teams: Type.Array(RoundTeam),
    ...pageAnswer,
  }),
  errors: ['round_not_found'],
})

export const updateRound = endpoint({
  id: 'updateRound',
  method: 'PUT',
  path: '/console/round/{id}',
  access: 'curator',
  tag: 'Console',
  summary: 'Edits a round',
  description:
    'Omitted keys are not changed. Slug and mode cannot change once the round is announced, the time of opening once it is open, the window and the number of choices once it is sealed, the rule once the results are published (409 `round_wrong_state`). The bundle can be kept to participants at any time, and opened to everybody until the round opens. Projects can join an announced or open round and cannot leave an open or sealed one. Changes after announcing are public.',
  params: IdParams,
  body: Type.Object({ name: Type.Optional(Name), ...draftFields }, { examples: [{ closesAt: '2026-10-01T18:00:00.000Z' }] }),
  answer: ConsoleRound,
  errors: [
    'round_not_found',
    'round_wrong_state',
    'project_not_found',
    'project_in_round',
    'round_incomplete',
    'choices_beyond_limit',
    'invalid_name',
  ],
})

export const deleteRound = endpoint({
  id: 'deleteRound',
  method: 'DELETE',
  path: '/console/round/{id}',
  access: 'curator',
  tag: 'Console',
  summary: 'Deletes a round that has not been announced',
  params: IdParams,
  answer: Type.Object({ id: Id }),
  errors: ['round_not_found', 'round_wrong_state'],
})

export const announceRound = endpoint({
  id: 'announceRound',
  method: 'POST',
  path: '/console/round/{id}/announce',
  access: 'curator',
  tag: 'Console',
  summary: 'Announces a round: its page becomes public, and the seed of the lottery is drawn',
  description: 'Needs a window that is not over and a published project. The window becomes the enrollment of its projects.',
  params: IdParams,
  answer: ConsoleRound,
  errors: ['round_not_found', 'round_wrong_state', 'round_incomplete'],
})

export const closeRound = endpoint({
  id: 'closeRound',
  method: 'POST',
  path: '/console/round/{id}/close',
  access: 'curator',
  tag: 'Console',
  summary: 'Closes the window of an open round now',
  description: 'It is listed on the public page.',
  params: IdParams,
  answer: ConsoleRound,
  errors: ['round_not_found', 'round_wrong_state'],
})

export const markChoices = endpoint({
  id: 'markChoices',
  method: 'PUT',
  path: '/console/round/{id}/mark',
  access: 'curator',
  tag: 'Console',
  summary: 'Marks choices as preferred or unsuitable, or removes marks',
  description:
    'While the round is open or sealed. An unsuitable choice needs a reason from the vocabulary. All marks are written, or none.',
  params: IdParams,
  body: Type.Object(
    {
      marks: Type.Array(Type.Object({ request: Id, mark: Nullable(oneOf(marks)), reason: Type.Optional(Nullable(Id)) }), {
        minItems: 1,
        maxItems: MOST_MARKS,
      }),
    },
    { examples: [{ marks: [{ request: 12, mark: 'unsuitable', reason: 1 }] }] },
  ),
  answer: ConsoleRound,
  errors: ['round_not_found', 'round_wrong_state', 'request_not_found', 'reason_required', 'unknown_reason'],
  hasNoVersion: true,
})

export const lockTeam = endpoint({
  id: 'lockTeam',
  method: 'PUT',
  path: '/console/round/{id}/lock',
  access: 'curator',
  tag: 'Console',
  summary: 'Puts a team into a project before placing, or removes that',
  description:
    'Until the results are published. The team and curators read the reason; the bundle has its hash. `project` null removes the lock.',
  params: IdParams,
  body: Type.Object(
    { team: Id, project: Nullable(Slug), reason: Type.Optional(Nullable(Type.String({ maxLength: LONGEST_LOCK_REASON }))) },
    { examples: [{ team: 3, project: 'city-tree-census', reason: 'Continues its project of last year' }] },
  ),
  answer: ConsoleRound,
  errors: [
    'round_not_found',
    'round_wrong_state',
    'team_not_found',
    'project_not_in_round',
    'text_required',
    'team_busy',
    'no_free_place',
    'round_full',
  ],
  hasNoVersion: true,
})

export const consoleRoundEndpoints = [
  listConsoleRounds,
  createRound,
  getConsoleRound,
  listRoundTeams,
  updateRound,
  deleteRound,
  announceRound,
  closeRound,
  markChoices,
  lockTeam,
]
