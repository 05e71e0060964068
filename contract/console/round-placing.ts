import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { MOST_ROUND_PROJECTS, MOST_ROUND_TEAMS, PlacementRule } from '#contract/round.ts'
import { Count, Id, Nullable, Slug } from '#contract/shared.ts'
import { ConsoleRound, MOST_MARKS } from './round.ts'
import { IdParams, oneOf } from './shared.ts'

// Forecasts of a round, its placement, and publishing the results.

const Remedy = Type.Object({
  kind: oneOf(
    ['raise', 'ask', 'add'],
    'raise: more places in a project; ask: each of the teams names one more project; add: a new project',
  ),
  project: Nullable(Slug), // of raise
  teams: Type.Array(Id), // of ask
  places: Nullable(Count), // how many more, of raise and add
  gain: Type.Integer({ minimum: 0, description: 'by how many `placeable` grows; of ask: at most' }),
  placed: Nullable(
    Type.Object(
      { sum: Count, least: Count, most: Count },
      {
        description:
          'how many more teams are placed in the draws of `odds`: sum over all draws, least and most in one; of ask: at most; of add: if the teams name it last. Null: not counted, at most `gain` in every draw',
      },
    ),
  ),
})

const Bottleneck = Type.Object({
  teams: Type.Array(Id),
  projects: Type.Array(Slug, { description: 'all that these teams named; empty: they named none that is suitable' }),
  places: Count,
  missing: Count,
  remedies: Type.Array(Remedy),
})

export const RoundForecast = Type.Object({
  rule: PlacementRule,
  teams: Type.Integer({ minimum: 0, description: 'teams without a lock' }),
  placeable: Type.Integer({ minimum: 0, description: 'the most teams any draw can place' }),
  bottlenecks: Type.Array(Bottleneck),
  odds: Type.Object({
    draws: Count,
    teams: Type.Array(
      Type.Object({
        team: Id,
        name: Type.Optional(Type.String()),
        ranks: Type.Array(Count, { description: 'draws with the first, second … choice' }),
        none: Count,
      }),
    ),
    projects: Type.Array(
      Type.Object({
        project: Slug,
        free: Nullable(Count),
        filled: Type.Integer({ minimum: 0, description: 'sum over all draws' }),
        least: Count,
        most: Count,
        full: Type.Integer({ minimum: 0, description: 'draws in which no place was left' }),
      }),
    ),
    unplaced: Type.Object({ sum: Count, least: Count, most: Count }),
  }),
})
export type RoundForecast = Static<typeof RoundForecast>

export const forecastRound = endpoint({
  id: 'forecastRound',
  method: 'POST',
  path: '/console/round/{id}/forecast',
  access: 'curator',
  tag: 'Console',
  summary: 'Where a round will break, and the chances of its teams in 500 draws with other seeds; with changes also after them',
  description: 'While the round is open or sealed. Nothing is written. Before and after are computed from the same draws.',
  params: IdParams,
  body: Type.Object(
    {
      rule: Type.Optional(PlacementRule),
      places: Type.Optional(
        Type.Array(Type.Object({ project: Slug, places: Nullable(Type.Integer({ minimum: 0, maximum: 1000 })) }), {
          maxItems: MOST_ROUND_PROJECTS,
        }),
      ),
      marks: Type.Optional(
        Type.Array(Type.Object({ request: Id, mark: Nullable(oneOf(['preferred', 'unsuitable'])) }), { maxItems: MOST_MARKS }),
      ),
    },
    { examples: [{}, { places: [{ project: 'city-tree-census', places: 3 }] }] },
  ),
  answer: Type.Object({ before: RoundForecast, after: Nullable(RoundForecast) }),
  errors: ['round_not_found', 'round_wrong_state', 'round_not_placeable', 'project_not_in_round', 'request_not_found', 'too_many_jobs'],
  seconds: 30,
  changesNothing: true,
})

export const askForChoices = endpoint({
  id: 'askForChoices',
  method: 'POST',
  path: '/console/round/{id}/ask',
  access: 'curator',
  tag: 'Console',
  summary: 'Asks teams by email to name one more project',
  description: 'While the round is open. A team that was asked within a day is skipped.',
  params: IdParams,
  body: Type.Object({ teams: Type.Array(Id, { minItems: 1, maxItems: MOST_ROUND_TEAMS }) }, { examples: [{ teams: [3] }] }),
  answer: Type.Object({ asked: Type.Array(Id), skipped: Type.Array(Id) }),
  errors: ['round_not_found', 'round_wrong_state'],
})

export const placeRound = endpoint({
  id: 'placeRound',
  method: 'POST',
  path: '/console/round/{id}/place',
  access: 'curator',
  tag: 'Console',
  summary: 'Computes a draft of the results',
  description:
    'Once the choices are sealed. Later changes of marks, locks, limits and rule are recorded as made after a look at the result.',
  params: IdParams,
  answer: ConsoleRound,
  errors: ['round_not_found', 'round_not_placeable', 'too_many_jobs'],
  seconds: 30,
})

export const publishRound = endpoint({
  id: 'publishRound',
  method: 'POST',
  path: '/console/round/{id}/publish',
  access: 'curator',
  tag: 'Console',
  summary: 'Publishes the results of a round',
  description:
    'Places again and refuses if the draft differs. The results take effect, all together, after the undo time of the settings; until then only curators see them.',
  params: IdParams,
  body: Type.Object({ draft: Id }, { examples: [{ draft: 2 }] }),
  answer: ConsoleRound,
  errors: ['round_not_found', 'round_not_placeable', 'draft_outdated', 'too_many_jobs'],
  seconds: 30,
})

export const undoPublishing = endpoint({
  id: 'undoPublishing',
  method: 'POST',
  path: '/console/round/{id}/undo',
  access: 'curator',
  tag: 'Console',
  summary: 'Undoes publishing before the results take effect',
  description: 'If nothing is being published, nothing changes.',
  params: IdParams,
  answer: ConsoleRound,
  errors: ['round_not_found', 'undo_too_late'],
})

export const endRound = endpoint({
  id: 'endRound',
  method: 'POST',
  path: '/console/round/{id}/end',
  access: 'curator',
  tag: 'Console',
  summary: 'Ends a published round: open offers and exchanges end, nothing moves any more',
  params: IdParams,
  answer: ConsoleRound,
  errors: ['round_not_found', 'round_wrong_state'],
})

export const abandonRound = endpoint({
  id: 'abandonRound',
  method: 'POST',
  path: '/console/round/{id}/abandon',
  access: 'curator',
  tag: 'Console',
  summary: 'Ends a round without results, because the key of its lottery is lost',
  description:
    'Before the results are published, and only if `isKeyLost`. The choices stay and are decided one by one. It is listed on the page of the round. Repeating the call changes nothing.',
  params: IdParams,
  answer: ConsoleRound,
  errors: ['round_not_found', 'round_wrong_state', 'round_key_works'],
})

export const roundPlacingEndpoints = [forecastRound, askForChoices, placeRound, publishRound, undoPublishing, endRound, abandonRound]
