import type { ErrorCode } from '#contract/errors.ts'
import { freePlaces, nameKey, type Places } from './project.ts'
import { isBusy } from './request.ts'
import { readName, readText } from './text.ts'

// How teams are formed, and what keeps each of them able to speak.

export const readTeamName = (given: string): string | null => readName(given)

export const MEMBER_NAME_MAX = 300
/** The full name of a member without an account. */
export const readMemberName = (given: string): string | null => readName(given, false, MEMBER_NAME_MAX)

/** A place in a team. A name alone has no account; an account may be closed. */
export type Seat = { isAdministrator: boolean; hasAccount: boolean; isActive: boolean }

const speaks = ({ isAdministrator, isActive }: Seat): boolean => isAdministrator && isActive
const hasAccounts = (seats: readonly Seat[]): boolean => seats.some(({ hasAccount }) => hasAccount)

/** Somebody with an open account speaks for every team that has accounts. Where nobody does already, other changes are not held up. */
export function whyNotChangeMembers(before: readonly Seat[], after: readonly Seat[]): (ErrorCode & 'team_needs_administrator') | null {
  if (!hasAccounts(after) || after.some(speaks)) return null
  return !hasAccounts(before) || before.some(speaks) ? 'team_needs_administrator' : null
}

/** Of whom nothing is said: the first one with an account speaks for the team. */
export const becomesAdministrator = (said: boolean | undefined, hasAccount: boolean, seats: readonly Seat[]): boolean =>
  said ?? (hasAccount && !hasAccounts(seats))

export function whyNotGive(project: Places): ErrorCode | null {
  return freePlaces(project) === 0 ? 'no_free_place' : null
}

/** How work ends when somebody ends it: what was over is finished, what was not is left. */
export const outcomeOf = (work: { dateEnd: string | null }, today: number): 'finished' | 'left' =>
  isBusy(work, today) ? 'left' : 'finished'

/** What is looked for: every word, without regard to case and ё. */
export const wordsSought = (text: string | undefined): string[] =>
  nameKey(readText(text) ?? '')
    .split(/\s+/)
    .filter(Boolean)
