import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Count, Id, Instant, Nullable, Slug } from './shared.ts'

// Rounds: teams choose projects within one window; a ranked round decides all choices together. See docs/decisions/0022-placement.md.

export const MOST_CHOICES = 20 // of a team in a round
export const MOST_ROUND_PROJECTS = 200
export const MOST_ROUND_TEAMS = 600 // with choices or a lock
export const MOST_DRAFT_ROUNDS = 20
export const LONGEST_ROUND_NAME = 100

export const roundStates = ['draft', 'announced', 'open', 'sealed', 'published', 'ended'] as const
export type RoundState = (typeof roundStates)[number]
export const roundModes = ['direct', 'ranked'] as const
export type RoundMode = (typeof roundModes)[number]
export const placementRules = ['fair', 'fullest'] as const
export type PlacementRule = (typeof placementRules)[number]

export const bundleReaders = ['everyone', 'participants'] as const
export type BundleReaders = (typeof bundleReaders)[number]
export const BundleReaders = Type.Unsafe<BundleReaders>({
  type: 'string',
  enum: [...bundleReaders],
  description: 'who may read the bundle; participants: members of teams with choices or a lock, and curators',
})

export const RoundMode = Type.Unsafe<RoundMode>({
  type: 'string',
  enum: [...roundModes],
  description: 'direct: applications are decided one by one; ranked: applications are choices and are decided together',
})
export const PlacementRule = Type.Unsafe<PlacementRule>({ type: 'string', enum: [...placementRules] })
const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' })

export const RoundParams = Type.Object({ slug: Type.String({ examples: ['pervyy-nabor'] }) })

const roundFields = {
  slug: Slug,
  name: Type.String(),
  state: Type.Unsafe<Exclude<RoundState, 'draft'>>({
    type: 'string',
    enum: roundStates.filter((state) => state !== 'draft'),
    description: 'sealed: the choices are frozen. A direct round ends when its window closes',
  }),
  opensAt: Instant,
  closesAt: Instant,
  mode: RoundMode,
  rule: PlacementRule,
  seedHash: Nullable(Hash), // null: a direct round
  choicesDigest: Nullable(Hash), // null until the choices are frozen
  projects: Type.Array(Slug, { description: 'published ones, by name' }),
}

export const Round = Type.Object(roundFields)
export type Round = Static<typeof Round>

export const RoundFigures = Type.Object({
  places: Nullable(Type.Integer({ minimum: 0, description: 'free places of its projects; null: a project takes any number of teams' })),
  teams: Type.Integer({ minimum: 0, description: 'teams with at least one choice' }),
  choices: Count,
  placed: Nullable(Count), // null until the results are published, like the next two
  unplaced: Nullable(Count),
  byRank: Nullable(Type.Array(Count, { description: 'how many teams got their first, second … choice' })),
})
export type RoundFigures = Static<typeof RoundFigures>

export const RoundDetail = Type.Object({
  ...roundFields,
  mostChoices: Type.Integer({ minimum: 1, maximum: MOST_CHOICES }),
  bundleFor: BundleReaders,
  ruleText: Type.String({ description: 'the rule in words, in the caller’s language' }),
  announcedAt: Instant,
  publishedAt: Nullable(Instant),
  endedAt: Nullable(Instant),
  abandonedAt: Nullable(
    Type.String({ format: 'date-time', description: 'it ended without results, because the key of its lottery is lost' }),
  ),
  figures: RoundFigures,
  changes: Type.Array(
    Type.Object({
      at: Instant,
      what: Type.String({ description: 'in the caller’s language' }),
      by: Nullable(Type.String({ description: 'name of the curator, for signed-in callers' })),
    }),
    { description: 'changes of window, rule and number of choices since the round was announced, oldest first' },
  ),
})
export type RoundDetail = Static<typeof RoundDetail>

export const listRounds = endpoint({
  id: 'listRounds',
  method: 'GET',
  path: '/round',
  access: 'public',
  tag: 'Rounds',
  summary: 'Rounds that have been announced, newest window first',
  answer: Type.Object({ rounds: Type.Array(Round) }),
  errors: ['database_unavailable'],
  isNeverCached: true,
})

export const getRound = endpoint({
  id: 'getRound',
  method: 'GET',
  path: '/round/{slug}',
  access: 'public',
  tag: 'Rounds',
  summary: 'A round with its rule, window and figures',
  params: RoundParams,
  answer: Type.Object({ round: RoundDetail }),
  errors: ['round_not_found', 'database_unavailable'],
  isNeverCached: true,
})

const Pseudonym = Type.String({ examples: ['K7WQ2M5ZPA3XBCDE'] })

/** What the formats mean is fixed by docs/decisions/0022-placement.md. */
export const RoundBundle = Type.Object({
  version: Type.Unsafe<1 | 2>({ type: 'integer', enum: [1, 2], description: '2: with `excluded`' }),
  round: Slug,
  rule: PlacementRule,
  seed: Hash,
  seedHash: Hash,
  choicesDigest: Hash,
  choices: Type.Array(Type.Object({ team: Pseudonym, projects: Type.Array(Slug) })),
  places: Type.Record(Slug, Nullable(Count)),
  marks: Type.Array(
    Type.Object({
      team: Pseudonym,
      project: Slug,
      mark: Type.Unsafe<'preferred' | 'unsuitable'>({ type: 'string', enum: ['preferred', 'unsuitable'] }),
    }),
  ),
  locks: Type.Array(
    Type.Object({
      team: Pseudonym,
      project: Slug,
      reason: Type.String({
        description:
          '`hmac-sha256:` and hex digits, with the key that the team and curators have; rounds published before 2026-11-18 have the text',
      }),
    }),
  ),
  excluded: Type.Optional(
    Type.Array(
      Type.Object({
        team: Pseudonym,
        project: Nullable(Slug), // null: all choices of the team
        reason: Type.Unsafe<'disbanded' | 'empty' | 'busy' | 'promised' | 'ended'>({
          type: 'string',
          enum: ['disbanded', 'empty', 'busy', 'promised', 'ended'],
        }),
      }),
      { description: 'teams and choices that took no part although they were sealed' },
    ),
  ),
  changes: Type.Array(Type.Object({ at: Instant, what: Type.String() }), { description: 'made after a look at the result' }),
  placement: Type.Array(Type.Object({ team: Pseudonym, project: Nullable(Slug) })),
})

export const getBundle = endpoint({
  id: 'getBundle',
  method: 'GET',
  path: '/round/{slug}/bundle.json',
  access: 'public',
  tag: 'Rounds',
  summary: 'Everything needed to check the results of a round',
  description:
    'The bytes never change. Whoever has it can recompute the digest, the lottery and the placement. Of a round that shows it to its participants only, others get the same 404 `round_not_published` as before the results.',
  params: RoundParams,
  answer: RoundBundle,
  errors: ['round_not_found', 'round_not_published', 'round_abandoned', 'database_unavailable'],
})

const Choice = Type.Object({
  request: Id,
  project: Slug,
  rank: Type.Integer({ minimum: 1, maximum: MOST_CHOICES, description: '1: most wanted' }),
  reasons: Type.Array(Type.String(), {
    description: 'why the team got it or not, in the caller’s language; empty until the results are published',
  }),
  isWaiting: Type.Boolean({ description: 'the team is on the waitlist of this project' }),
  hasLeftWaitlist: Type.Boolean({ description: 'the team has left the waitlist of this project and can return' }),
})

const Offer = Type.Object({ id: Id, request: Id, project: Slug, rank: Type.Integer({ minimum: 1 }), dueAt: Instant })

const Exchange = Type.Object({
  id: Id,
  gives: Slug,
  gets: Slug,
  teams: Type.Integer({ minimum: 2, description: 'how many teams take part' }),
  dueAt: Instant,
  isConfirmed: Type.Boolean({ description: 'by this team' }),
})

/** For the team and curators: the text, and what shows that the bundle has its hash. */
export const LockReason = Type.Object({
  reason: Type.String(),
  key: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'in hex digits' }),
  hash: Type.String({ description: 'of the bundle: HMAC-SHA-256 of the UTF-8 text with the bytes of the key' }),
})
export type LockReason = Static<typeof LockReason>

export const TeamChoices = Type.Object({
  team: Id,
  name: Type.String(),
  isAdministrator: Type.Boolean({ description: 'the caller may change the choices' }),
  pseudonym: Type.String({ description: 'of this team in the bundle; empty: not known, because the key of the round is lost' }),
  choices: Type.Array(Choice),
  result: Nullable(
    Type.Object({
      project: Nullable(Slug), // null: no place
      rank: Nullable(Type.Integer({ minimum: 1 })),
      isByHand: Type.Boolean({ description: 'placed by the curators before the draw' }),
      summary: Type.String({ description: 'in the caller’s language' }),
      lock: Nullable(LockReason), // null: not placed by hand
    }),
  ),
  offers: Type.Array(Offer, { description: 'open ones' }),
  wishes: Type.Array(Slug, { description: 'projects of other teams it would rather have, the most wanted one first' }),
  exchanges: Type.Array(Exchange, { description: 'open ones' }),
})
export type TeamChoices = Static<typeof TeamChoices>

/** The answer of every call of a team in a round: its ETag is the version for If-Match. */
export const RoundChoices = Type.Object({ teams: Type.Array(TeamChoices, { description: 'teams of the caller' }) })
export type RoundChoices = Static<typeof RoundChoices>

export const listChoices = endpoint({
  id: 'listChoices',
  method: 'GET',
  path: '/round/{slug}/choices',
  access: 'signed-in',
  tag: 'Rounds',
  summary: 'The choices of the caller’s teams in a ranked round; after publishing with results and reasons',
  description: 'Its ETag is the version for `If-Match` of the calls that change it.',
  params: RoundParams,
  answer: RoundChoices,
  errors: ['round_not_found'],
})

export const orderChoices = endpoint({
  id: 'orderChoices',
  method: 'PUT',
  path: '/round/{slug}/choices',
  access: 'signed-in',
  tag: 'Rounds',
  summary: 'Puts the choices of a team into order',
  description:
    'For team admins, while the round is open. `requests` must be exactly the team’s choices; otherwise 409 `choices_changed`, and `choices` of the problem has their present order.',
  params: RoundParams,
  body: Type.Object(
    { team: Id, requests: Type.Array(Id, { maxItems: MOST_CHOICES, description: 'the most wanted one first' }) },
    { examples: [{ team: 3, requests: [14, 12] }] },
  ),
  answer: RoundChoices,
  errors: ['round_not_found', 'team_not_found', 'not_team_administrator', 'round_sealed', 'choices_changed'],
})

export const roundEndpoints = [listRounds, getRound, getBundle, listChoices, orderChoices]
