import type { AnySql } from '#database/sql.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { type LockedOffer, lockOffer } from '#store/round/offer.ts'

/** An offer to a team that the caller administers. */
export async function lockedOffer(
  sql: AnySql,
  { slug, id }: { slug: string; id: string },
  personId: number,
  now: Date,
): Promise<LockedOffer & { isOpen: boolean }> {
  const offer = await lockOffer(sql, { slug, id: readId(id), personId, now })
  if (!offer?.teamRole) throw new Refusal('offer_not_found', { offer: id })
  if (offer.teamRole !== 'administrator') throw new Refusal('not_team_administrator', { team: offer.teamName })
  return { ...offer, isOpen: offer.state === 'open' && !offer.isDue && offer.round.endedAt === null }
}
