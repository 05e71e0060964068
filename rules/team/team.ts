import type { ErrorCode } from '#contract/errors.ts'
import { freePlaces, nameKey, type Places } from '#rules/project/project.ts'
import { isBusy } from '#rules/request/request.ts'
import { readName, readText } from '#rules/text/text.ts'

// Names, members and assignments of teams.

export const readTeamName = (given: string): string | null => readName(given)

export const MEMBER_NAME_MAX = 300
/** The full name of a member without an account. */
export const readMemberName = (given: string): string | null => readName(given, false, MEMBER_NAME_MAX)

/** A member may have no account, or a closed one. */
export type MemberAccount = { isAdministrator: boolean; hasAccount: boolean; isActive: boolean }

const isActiveAdministrator = ({ isAdministrator, isActive }: MemberAccount): boolean => isAdministrator && isActive
const hasAccounts = (members: readonly MemberAccount[]): boolean => members.some(({ hasAccount }) => hasAccount)

/** A team with accounts needs an administrator with an open account. If it already has none, other changes are still allowed. */
export function whyNotChangeMembers(
  before: readonly MemberAccount[],
  after: readonly MemberAccount[],
): (ErrorCode & 'team_needs_administrator') | null {
  if (!hasAccounts(after) || after.some(isActiveAdministrator)) return null
  return !hasAccounts(before) || before.some(isActiveAdministrator) ? 'team_needs_administrator' : null
}

/** By default the first member with an account becomes administrator. */
export const becomesAdministrator = (given: boolean | undefined, hasAccount: boolean, members: readonly MemberAccount[]): boolean =>
  given ?? (hasAccount && !hasAccounts(members))

export function whyNotAssign(project: Places): ErrorCode | null {
  return freePlaces(project) === 0 ? 'no_free_place' : null
}

/** The outcome of an assignment that is ended: finished if the project is over, otherwise left. */
export const outcomeOf = (work: { dateEnd: string | null }, today: number): 'finished' | 'left' =>
  isBusy(work, today) ? 'left' : 'finished'

/** The words of a search, without case and ё. */
export const searchWords = (text: string | undefined): string[] =>
  nameKey(readText(text) ?? '')
    .split(/\s+/)
    .filter(Boolean)
