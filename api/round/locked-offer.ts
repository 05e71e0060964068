import type { Moment } from '#actions/moment.ts'
import type { AnySql } from '#database/sql.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { isOfferWanted } from '#rules/placement/waitlist.ts'
import { type LockedOffer, lockOffer } from '#store/round/offer.ts'

/** An offer to a team that the caller administers. */
export async function lockedOffer(
  sql: AnySql,
  { slug, id }: { slug: string; id: string },
  personId: number,
  { at, today }: Moment,
): Promise<LockedOffer & { isOpen: boolean; isWanted: boolean }> {
  const offer = await lockOffer(sql, { slug, id: readId(id), personId, now: at, today })
  if (!offer?.teamRole) throw new Refusal('offer_not_found', { offer: id })
  if (offer.teamRole !== 'administrator') throw new Refusal('not_team_administrator', { team: offer.teamName })
  const { rank, work, isDisbanded, isPromised } = offer
  return {
    ...offer,
    isOpen: offer.state === 'open' && !offer.isDue && offer.round.endedAt === null,
    isWanted: !isDisbanded && !isPromised && isOfferWanted(rank, work),
  }
}
