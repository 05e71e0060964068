import type { TeamMember } from '#contract/console/team.ts'
import { type MemberAccount, whyNotChangeMembers } from '#rules/team/team.ts'

const seatOf = ({ isAdministrator, isActive, login }: TeamMember): MemberAccount => ({
  isAdministrator,
  isActive,
  hasAccount: login !== null,
})

/** Whether the rules allow the change. Checked here because the call is delayed until undo has expired. */
export const canBecome = (before: TeamMember[], after: TeamMember[]): boolean =>
  whyNotChangeMembers(before.map(seatOf), after.map(seatOf)) === null

/** Has members with accounts, but no active administrator. */
export const lacksAdministrator = (members: TeamMember[]): boolean =>
  members.some(({ login }) => login !== null) && !members.some(({ isAdministrator, isActive }) => isAdministrator && isActive)
