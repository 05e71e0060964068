import type { TeamMember } from '#contract/console/team.ts'
import { type MemberAccount, whyNotChangeMembers } from '#rules/team.ts'

const seatOf = ({ isAdministrator, isActive, login }: TeamMember): MemberAccount => ({
  isAdministrator,
  isActive,
  hasAccount: login !== null,
})

/** Whether the team could still speak with these members; known before the server is asked, because undoing takes a while. */
export const canBecome = (before: TeamMember[], after: TeamMember[]): boolean =>
  whyNotChangeMembers(before.map(seatOf), after.map(seatOf)) === null

/** Members with accounts, and nobody to speak for them. */
export const isSilent = (members: TeamMember[]): boolean =>
  members.some(({ login }) => login !== null) && !members.some(({ isAdministrator, isActive }) => isAdministrator && isActive)
