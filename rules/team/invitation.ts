import type { ErrorCode } from '#contract/errors.ts'
import { DECLINED_DAYS, INVITATIONS_A_DAY_TO_ONE } from '#contract/invitation.ts'
import { DAY_MS } from '#rules/time/day.ts'

// Who can be invited, and how often; why a team cannot be joined is in formation.ts.

type PersonToInvite = { isMember: boolean; isInvited: boolean; isOpen: boolean; wasDeclined: boolean; got: number }

/** What others cannot know is not told apart: a decline, and how many invitations the person gets. */
export function whyNotInvitePerson(person: PersonToInvite | undefined): ErrorCode | null {
  if (!person) return 'person_not_found'
  if (person.isMember) return 'already_member'
  if (person.isInvited) return 'already_invited'
  return person.isOpen && !person.wasDeclined && person.got < INVITATIONS_A_DAY_TO_ONE ? null : 'not_open_to_joining'
}

export const daysAfter = (time: Date, days: number): Date => new Date(time.getTime() + days * DAY_MS)
/** A decline after this time still counts. */
export const declinedSince = (now: Date): Date => daysAfter(now, -DECLINED_DAYS)

/** Open ones, with the time when the first of them expires, and those of the last 24 hours, with the time of the first. */
export type Used = { open: number; openUntil: Date | null; ofDay: number; firstOfDay: Date | null }

/** The limit that is reached, and when it no longer is. */
export function limitReached(used: Used, most: { open?: number; ofDay: number }, now: Date): { limit: number; seconds: number } | null {
  const secondsUntil = (time: number) => Math.max(1, Math.ceil((time - now.getTime()) / 1000))
  if (most.open !== undefined && used.open >= most.open)
    return { limit: most.open, seconds: secondsUntil(used.openUntil?.getTime() ?? now.getTime()) }
  if (used.ofDay >= most.ofDay) return { limit: most.ofDay, seconds: secondsUntil((used.firstOfDay ?? now).getTime() + DAY_MS) }
  return null
}
