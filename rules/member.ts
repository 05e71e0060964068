import type { ErrorCode } from '#contract/errors.ts'
import { matchKey } from './project.ts'
import { echo } from './text.ts'

export type Role = { id: number; name: string; aliases: string[] }

// How the caller stands to a member; by the session, never by what the call says.
export type Standing = { isSelf: boolean; isTeamAdministrator: boolean; isTeamMate: boolean; isShown: boolean }

// People know of the members of teams they are in and of teams a published project shows; all others are not there for them.
export function whyNotSetRoles({ isSelf, isTeamAdministrator, isTeamMate, isShown }: Standing): ErrorCode | null {
  if (isSelf || isTeamAdministrator) return null
  return isTeamMate || isShown ? 'not_team_administrator' : 'member_not_found'
}

/** The roles meant by these names or aliases, in their order, each once; and the names that mean nothing. A name wins over an alias. */
export function rolesNamed(given: readonly string[], roles: readonly Role[]): { found: Role[]; unknown: string[] } {
  const byKey = new Map<string, Role>()
  for (const role of roles) byKey.set(matchKey(role.name), role)
  for (const role of roles) for (const alias of role.aliases) if (!byKey.has(matchKey(alias))) byKey.set(matchKey(alias), role)
  const found = new Set<Role>()
  const unknown = new Set<string>()
  for (const name of given) {
    const role = byKey.get(matchKey(name))
    if (role) found.add(role)
    else unknown.add(name)
  }
  return { found: [...found], unknown: [...unknown] }
}

/** Names as an answer repeats them. */
export const quoted = (names: readonly string[]): string => names.map((name) => `“${echo(name)}”`).join(', ')
