import { DAY_MS } from '#rules/time/day.ts'
import { type RoundFacts, roundStateAt } from './round.ts'

// What rounds need from curators, for the start page of the console.

const CLOSES_SOON_DAYS = 3
const ANSWER_SOON_DAYS = 1
const MOST_NEEDS = 10

export type RoundUnderWay = RoundFacts & {
  id: number
  name: string
  publishAt: string | null
  problem: string | null
  draftAt: string | null
  teams: number
  openOffers: number // and exchanges whose deadline is near
  firstDueAt: string | null
}

type RoundNeed = {
  id: number
  name: string
  need: 'problem' | 'closing' | 'place' | 'publish' | 'publishing' | 'answers'
  at: string | null
  count: number
}

const later = (now: Date, days: number): string => new Date(now.getTime() + days * DAY_MS).toISOString()
export const answersSoonUntil = (now: Date): Date => new Date(later(now, ANSWER_SOON_DAYS))

function needOf(round: RoundUnderWay, now: Date): Pick<RoundNeed, 'need' | 'at' | 'count'> | null {
  const { publishAt, problem, sealedAt, draftAt, closesAt, teams, openOffers, firstDueAt } = round
  if (problem !== null) return { need: 'problem', at: null, count: 0 }
  switch (roundStateAt(round, now)) {
    case 'open':
      return closesAt! <= later(now, CLOSES_SOON_DAYS) ? { need: 'closing', at: closesAt, count: teams } : null
    case 'sealed':
      if (sealedAt === null) return null // the worker is about to do it
      if (publishAt !== null) return { need: 'publishing', at: publishAt, count: 0 }
      return draftAt === null ? { need: 'place', at: sealedAt, count: teams } : { need: 'publish', at: draftAt, count: 0 }
    case 'published':
      return openOffers > 0 ? { need: 'answers', at: firstDueAt, count: openOffers } : null
    default:
      return null
  }
}

/** Problems first, then by time. */
export const roundNeeds = (rounds: readonly RoundUnderWay[], now: Date): RoundNeed[] =>
  rounds
    .flatMap((round): RoundNeed[] => {
      const need = needOf(round, now)
      return need === null ? [] : [{ id: round.id, name: round.name, ...need }]
    })
    .sort((a, b) => ((a.at ?? '') < (b.at ?? '') ? -1 : (a.at ?? '') > (b.at ?? '') ? 1 : a.id - b.id))
    .slice(0, MOST_NEEDS)
