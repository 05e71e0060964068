import type { ErrorCode } from '#contract/errors.ts'
import { builtInRoleAliases } from '#contract/vocabulary/role.ts'
import { matchKey } from '#rules/project/project.ts'
import { echo } from '#rules/text/text.ts'

export type Role = { id: number; name: string; aliases: string[] }

// The caller's relation to a member; from the session, never from the call.
export type MemberRelation = { isSelf: boolean; isTeamAdministrator: boolean; isTeamMate: boolean; isShown: boolean }

// Only members of one's own teams and of teams on published projects are visible; all others are not found.
export function whyNotSetRoles({ isSelf, isTeamAdministrator, isTeamMate, isShown }: MemberRelation): ErrorCode | null {
  if (isSelf || isTeamAdministrator) return null
  return isTeamMate || isShown ? 'not_team_administrator' : 'member_not_found'
}

/**
 * The roles with these names, in order and without duplicates, and the unknown names. Precedence: exact name, name in another spelling,
 * fixed aliases of built-in roles, other aliases.
 */
export const rolesNamed = (given: readonly string[], roles: readonly Role[]): NamedRoles => roleFinder(roles)(given)

type NamedRoles = { found: Role[]; unknown: string[] }

/** The same for many lists of names. */
export function roleFinder(roles: readonly Role[]): (given: readonly string[]) => NamedRoles {
  const byName = new Map(roles.map((role) => [role.name, role]))
  const byKey = new Map<string, Role>()
  const register = (name: string, role: Role | undefined): void => {
    if (role && !byKey.has(matchKey(name))) byKey.set(matchKey(name), role)
  }
  for (const role of roles) register(role.name, role)
  for (const [alias, name] of builtInRoleAliases) register(alias, byName.get(name))
  for (const role of roles) for (const alias of role.aliases) register(alias, role)
  return (given) => {
    const found = new Set<Role>()
    const unknown = new Set<string>()
    for (const name of given) {
      const role = byName.get(name) ?? byKey.get(matchKey(name))
      if (role) found.add(role)
      else unknown.add(name)
    }
    return { found: [...found], unknown: [...unknown] }
  }
}

/** Names for an error message. */
export const quoted = (names: readonly string[]): string => names.map((name) => `“${echo(name)}”`).join(', ')
