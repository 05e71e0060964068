import { byCodeUnits } from './instance.ts'

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
}

/** Teams wait for choices they ranked above what they got. */
export const isWaiting = ({ rank, gotRank, mark, wasOffered, hasLeft = false }: Omit<Waiting, 'team' | 'number'>): boolean =>
  mark !== 'unsuitable' && !wasOffered && !hasLeft && (gotRank === null || rank < gotRank)

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
