import { byCodeUnits } from './instance.ts'

/** What a team works on; projects that are over do not count. `rank`: of its choice; null for a project it did not choose. */
export type Work = { rank: number | null } | null

/** A choice of a team that stays on the list. `gotRank`: the rank of what it has now, null for no place. */
export type Waiting = {
  team: string
  rank: number
  gotRank: number | null
  mark: 'preferred' | 'unsuitable' | null
  number: string
  /** The team has an offer for this project, or had one that it declined or let pass. */
  wasOffered: boolean
  /** The team has left the waitlist of this project. */
  hasLeft?: boolean
  /** It was placed by hand, or another project is promised to it. */
  hasOther?: boolean
}

/** `placedRank`: what it got by the results. 0 for a project it did not choose: then it waits for nothing. */
export const gotRankOf = (work: Work, placedRank: number | null): number | null => (work === null ? placedRank : (work.rank ?? 0))

/** Teams wait for choices they ranked above what they got. */
export const isWaiting = ({
  rank,
  gotRank,
  mark,
  wasOffered,
  hasLeft = false,
  hasOther = false,
}: Omit<Waiting, 'team' | 'number'>): boolean =>
  mark !== 'unsuitable' && !wasOffered && !hasLeft && !hasOther && (gotRank === null || rank < gotRank)

/** Preferred before unmarked, then the smaller lottery number: the claims of the placement. */
const byClaim = (a: Waiting, b: Waiting): number =>
  Number(b.mark === 'preferred') - Number(a.mark === 'preferred') || byCodeUnits(a.number, b.number) || byCodeUnits(a.team, b.team)

/**
 * The teams of one project that get an offer now, strongest claim first: never more than there are free places without an open offer.
 * `free` null: no limit.
 */
export function nextOffers(waiting: readonly Waiting[], free: number | null, openOffers: number): string[] {
  const count = free === null ? waiting.length : Math.max(0, free - openOffers)
  return waiting
    .filter(isWaiting)
    .toSorted(byClaim)
    .slice(0, count)
    .map(({ team }) => team)
}

/** Whether an offer is still one: the team has no work, or work on a choice that it ranked lower. */
export const isOfferWanted = (rank: number, work: Work): boolean => work === null || (work.rank !== null && rank < work.rank)

/** `nth`: among the open offers of the project, by claim. `places`: those without a team; null: no limit. */
export type OpenOffer = {
  rank: number
  work: Work
  isDisbanded: boolean
  isPublished: boolean
  nth: number
  places: number | null
  isDue: boolean
}

/**
 * What ends an offer now. One is withdrawn if no place is left for it, since curators can give it to another team, lower the limit or withdraw the
 * project, or if its team has got other work.
 */
export function endOfOffer({ rank, work, isDisbanded, isPublished, nth, places, isDue }: OpenOffer): 'expired' | 'withdrawn' | null {
  const hasPlace = isPublished && (places === null || nth <= places)
  if (isDisbanded || !hasPlace || !isOfferWanted(rank, work)) return 'withdrawn'
  return isDue ? 'expired' : null
}
