import type { ErrorCode } from '#contract/errors.ts'
import { builtInRoleAliases } from '#contract/role.ts'
import { matchKey } from './project.ts'
import { echo } from './text.ts'

export type Role = { id: number; name: string; aliases: string[] }

// How the caller stands to a member; by the session, never by what the call says.
export type ProjectRelation = { isSelf: boolean; isTeamAdministrator: boolean; isTeamMate: boolean; isShown: boolean }

// People know of the members of teams they are in and of teams a published project shows; all others are not there for them.
export function whyNotSetRoles({ isSelf, isTeamAdministrator, isTeamMate, isShown }: ProjectRelation): ErrorCode | null {
  if (isSelf || isTeamAdministrator) return null
  return isTeamMate || isShown ? 'not_team_administrator' : 'member_not_found'
}

/**
 * The roles meant by these names, in their order, each once; and the names that mean nothing. A role in exactly this spelling comes first,
 * then its name in another spelling, then the fixed aliases of built-in roles, then aliases.
 */
export function rolesNamed(given: readonly string[], roles: readonly Role[]): { found: Role[]; unknown: string[] } {
  const byName = new Map(roles.map((role) => [role.name, role]))
  const byKey = new Map<string, Role>()
  const learn = (name: string, role: Role | undefined): void => {
    if (role && !byKey.has(matchKey(name))) byKey.set(matchKey(name), role)
  }
  for (const role of roles) learn(role.name, role)
  for (const [alias, name] of builtInRoleAliases) learn(alias, byName.get(name))
  for (const role of roles) for (const alias of role.aliases) learn(alias, role)
  const found = new Set<Role>()
  const unknown = new Set<string>()
  for (const name of given) {
    const role = byName.get(name) ?? byKey.get(matchKey(name))
    if (role) found.add(role)
    else unknown.add(name)
  }
  return { found: [...found], unknown: [...unknown] }
}

/** Names as an answer repeats them. */
export const quoted = (names: readonly string[]): string => names.map((name) => `“${echo(name)}”`).join(', ')
