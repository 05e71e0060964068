import type { ApiApp } from '#api/app.ts'
import listRounds from '#api/round.get.ts'
import type { roundEndpoints } from '#contract/round.ts'
import type { afterRoundEndpoints } from '#contract/round-after.ts'
import type { RoutesFor } from '#http/handle.ts'
import getBundle from './by-slug/bundle.json.get.ts'
import listChoices from './by-slug/choices.get.ts'
import orderChoices from './by-slug/choices.put.ts'
import answerExchange from './by-slug/exchange/by-id.post.ts'
import declineOffer from './by-slug/offer/by-id.delete.ts'
import acceptOffer from './by-slug/offer/by-id.post.ts'
import setWaiting from './by-slug/waitlist.put.ts'
import setWishes from './by-slug/wishes.put.ts'
import getRound from './by-slug.get.ts'

export const roundRoutes = {
  listRounds,
  getRound,
  getBundle,
  listChoices,
  orderChoices,
  acceptOffer,
  declineOffer,
  setWaiting,
  setWishes,
  answerExchange,
} satisfies RoutesFor<ApiApp, typeof roundEndpoints> & RoutesFor<ApiApp, typeof afterRoundEndpoints>
