import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { RoundChoices, RoundParams } from './round.ts'
import { Id, Slug } from './shared.ts'

// After the results of a round: places that become free are offered to waiting teams, and placed teams exchange projects.

export const MOST_WISHES = 20 // of a team
export const EXCHANGE_HOURS = 72 // to confirm

const ItemParams = Type.Object({ slug: Type.String(), id: Type.String({ pattern: '^\\d{1,10}$', examples: ['5'] }) })

export const acceptOffer = endpoint({
  id: 'acceptOffer',
  method: 'POST',
  path: '/round/{slug}/offer/{id}',
  access: 'signed-in',
  tag: 'Rounds',
  summary: 'Accepts the offer of a free place',
  description:
    'For team admins. The team moves to the project; the place it had is offered to the next team. Repeating the call changes nothing.',
  params: ItemParams,
  answer: RoundChoices,
  errors: ['offer_not_found', 'not_team_administrator', 'offer_over'],
})

export const declineOffer = endpoint({
  id: 'declineOffer',
  method: 'DELETE',
  path: '/round/{slug}/offer/{id}',
  access: 'signed-in',
  tag: 'Rounds',
  summary: 'Declines the offer of a free place',
  description: 'For team admins. The team leaves the waitlist of this project, and the place is offered to the next team.',
  params: ItemParams,
  answer: RoundChoices,
  errors: ['offer_not_found', 'not_team_administrator', 'offer_over'],
})

export const setWaiting = endpoint({
  id: 'setWaiting',
  method: 'PUT',
  path: '/round/{slug}/waitlist',
  access: 'signed-in',
  tag: 'Rounds',
  summary: 'Leaves the waitlist of a project, or returns to it',
  description:
    'For team admins, while the results are published. A place that is free when the team returns is offered at once, to the strongest claim. Repeating the call changes nothing.',
  params: RoundParams,
  body: Type.Object({ team: Id, request: Id, isWaiting: Type.Boolean() }, { examples: [{ team: 3, request: 14, isWaiting: false }] }),
  answer: RoundChoices,
  errors: ['round_not_found', 'team_not_found', 'request_not_found', 'not_team_administrator', 'round_wrong_state', 'not_waiting'],
})

export const setWishes = endpoint({
  id: 'setWishes',
  method: 'PUT',
  path: '/round/{slug}/wishes',
  access: 'signed-in',
  tag: 'Rounds',
  summary: 'Which projects of other placed teams a placed team would rather have',
  description:
    'For team admins, while the results are published. An empty list ends the search for exchanges. Exchanges that make every team in them better off are proposed to all of them.',
  params: RoundParams,
  body: Type.Object(
    { team: Id, projects: Type.Array(Slug, { maxItems: MOST_WISHES, description: 'the most wanted one first' }) },
    { examples: [{ team: 3, projects: ['city-tree-census'] }] },
  ),
  answer: RoundChoices,
  errors: ['round_not_found', 'team_not_found', 'not_team_administrator', 'round_wrong_state', 'not_placed', 'project_not_in_round'],
})

export const answerExchange = endpoint({
  id: 'answerExchange',
  method: 'POST',
  path: '/round/{slug}/exchange/{id}',
  access: 'signed-in',
  tag: 'Rounds',
  summary: 'Confirms or refuses an exchange',
  description: 'For team admins. When all teams have confirmed, all of them move at once. Nobody learns who refused.',
  params: ItemParams,
  body: Type.Object({ team: Id, isConfirmed: Type.Boolean() }, { examples: [{ team: 3, isConfirmed: true }] }),
  answer: RoundChoices,
  errors: ['exchange_not_found', 'not_team_administrator', 'exchange_over'],
})

export const afterRoundEndpoints = [acceptOffer, declineOffer, setWaiting, setWishes, answerExchange]
