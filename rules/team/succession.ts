import type { TeamMakers } from '#contract/settings.ts'

/** Of a member who may have an account; `isActive`: one that is open. */
export type Successor = {
  id: number
  isAdministrator: boolean
  hasAccount: boolean
  isActive: boolean
  isDeleted: boolean
  isBeingRemoved: boolean
}
/** After a change of its members; the longest-standing member first. `hadAdministrator`: before the change. */
export type TeamToKeep = { formedBy: TeamMakers; hadAdministrator: boolean; hasProject: boolean; members: Successor[] }

/**
 * What keeps a team from being without an admin: the longest-standing member with an open account becomes one, somebody who is being removed
 * last. A team of members that the last one has left is disbanded, unless it works on a project: then a curator decides. Teams that curators
 * form may have no admin: those stay as they are.
 */
export function nextOfTeam({ formedBy, hadAdministrator, hasProject, members }: TeamToKeep): { heir: number } | 'disband' | null {
  if (members.some(({ isAdministrator, isActive }) => isAdministrator && isActive)) return null
  const active = members.filter(({ isActive }) => isActive)
  const heir = active.find(({ isBeingRemoved }) => !isBeingRemoved) ?? active[0]
  const hasAdministrator = hadAdministrator || members.some(({ isAdministrator, hasAccount }) => isAdministrator && hasAccount)
  if (heir) return hasAdministrator || formedBy === 'members' ? { heir: heir.id } : null
  const isEmpty = members.every(({ isDeleted }) => isDeleted)
  return formedBy === 'members' && isEmpty && !hasProject ? 'disband' : null
}
