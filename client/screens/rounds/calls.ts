import type { TUnsafe } from 'typebox'
import type { Endpoint } from '#contract/endpoint.ts'
import type { RoundChoices } from '#contract/round.ts'

// Calls of a team after the results, until contract/round.ts declares them.

type Team<B> = Endpoint & {
  params: TUnsafe<{ slug: string; id: string }>
  answer: TUnsafe<RoundChoices>
} & (B extends undefined ? unknown : { body: TUnsafe<B> })

export const acceptOffer = { id: 'acceptOffer', method: 'POST', path: '/round/{slug}/offer/{id}' } as unknown as Team<undefined>
export const declineOffer = { id: 'declineOffer', method: 'DELETE', path: '/round/{slug}/offer/{id}' } as unknown as Team<undefined>
export const answerExchange = { id: 'answerExchange', method: 'POST', path: '/round/{slug}/exchange/{id}' } as unknown as Team<{
  isConfirmed: boolean
}>
export const putWishes = { id: 'putWishes', method: 'PUT', path: '/round/{slug}/wishes' } as unknown as Endpoint & {
  params: TUnsafe<{ slug: string }>
  body: TUnsafe<{ team: number; projects: string[] }>
  answer: TUnsafe<RoundChoices>
}
