import { MOST_WANTED, type WantedRoleDraft } from '#contract/vocabulary/role.ts'
import { roleFinder } from './member.ts'

// The roles a project looks for.

type NamedRole = { id: number; name: string; nameRu: string | null; aliases: string[] }
export type FoundWantedRole = { id: number; role: string; count: number }
type WantedRoles = { wanted: FoundWantedRole[]; unknown: string[]; isOver: boolean }

/** Finds roles by name, Russian name or alias and adds up the counts of a role that is listed twice. `isOver`: a sum is above the limit. */
export function wantedRoleReader(roles: readonly NamedRole[]): (given: readonly WantedRoleDraft[]) => WantedRoles {
  const find = roleFinder(roles.map(({ id, name, nameRu, aliases }) => ({ id, name, aliases: nameRu ? [nameRu, ...aliases] : aliases })))
  return (given) => {
    const wanted = new Map<number, FoundWantedRole>()
    const unknown = new Set<string>()
    for (const { role, count } of given) {
      const [found] = find([role]).found
      if (found) wanted.set(found.id, { id: found.id, role: found.name, count: (wanted.get(found.id)?.count ?? 0) + count })
      else unknown.add(role)
    }
    return { wanted: [...wanted.values()], unknown: [...unknown], isOver: [...wanted.values()].some(({ count }) => count > MOST_WANTED) }
  }
}

/** "Designer 2; QA": the count is left out when it is 1, unless the name itself ends in a number. */
export const wantedRoleText = ({ role, count }: WantedRoleDraft): string => (count === 1 && !/\d$/.test(role) ? role : `${role} ${count}`)

type TeamTexts = { name: string; description: string | null; isLooking: boolean; wantedRoles: readonly WantedRoleDraft[] }

/** The editable values, as recorded in the audit log. */
export const recordedTeam = ({ name, description, isLooking, wantedRoles }: TeamTexts) => ({
  ...{ name, description, isLooking },
  wantedRoles: wantedRoles.map(wantedRoleText),
})
