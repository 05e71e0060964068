import type { RoleMatch } from '#contract/joining.ts'
import { builtInRoleAliases, type WantedRole } from '#contract/vocabulary/role.ts'
import { matchKey } from '#rules/project/project.ts'

// How people cover the roles that a team or a project wants. It sees roles and their words only: no names of people, no other data about
// them. It advises; no rule depends on it.

type Role = { name: string; nameRu: string | null; aliases: string[] }
export type Coverage = RoleMatch & { count: number; covered: number }
/** The roles of one person, by name. */
export type Offered = readonly string[]

export type Fit = ReturnType<typeof createFit>

/** With the vocabulary of roles: two of them match when they have a name or an alias in common. */
export function createFit(vocabulary: readonly Role[]) {
  const wordsOf = new Map(vocabulary.map((role) => [role.name, wordsByKey(role)]))
  const matchingOf = new Map<string, Set<string>>()

  /** Words that name both roles, as the wanted one spells them; its own name when they are the same role. */
  function sharedWords(wanted: string, offered: string): string[] {
    if (wanted === offered) return [wanted]
    const others = wordsOf.get(offered)
    return others ? [...(wordsOf.get(wanted) ?? [])].filter(([key]) => others.has(key)).map(([, word]) => word) : []
  }

  /** All roles that match this one. */
  function matching(wanted: string): ReadonlySet<string> {
    const known = matchingOf.get(wanted)
    if (known) return known
    const found = new Set([wanted, ...wordsOf.keys()].filter((name) => sharedWords(wanted, name).length > 0))
    matchingOf.set(wanted, found)
    return found
  }

  const isOffered = (wanted: string, offered: Offered): boolean => offered.some((role) => matching(wanted).has(role))
  const wordsOfAny = (wanted: string, offered: Offered): string[] => [...new Set(offered.flatMap((role) => sharedWords(wanted, role)))]

  /**
   * Each person takes one place at most, and as many places as possible are taken (maximum matching). When there is a choice, the places of
   * earlier roles are taken first; so the result does not depend on the order of the people.
   */
  function coverage(wanted: readonly WantedRole[], people: readonly Offered[]): Coverage[] {
    const places: number[] = [] // index of the wanted role of each place that is taken
    const takenBy = new Map<number, number>() // person, place
    const isFit = wanted.map(({ role }) => people.map((offered) => isOffered(role, offered)))

    // Augmenting path: a person who has a place may move to make room, but no place that is taken becomes free.
    function take(place: number, tried: Set<number>): boolean {
      for (const person of people.keys()) {
        if (!isFit[places[place]!]![person] || tried.has(person)) continue
        tried.add(person)
        const present = takenBy.get(person)
        if (present === undefined || take(present, tried)) {
          takenBy.set(person, place)
          return true
        }
      }
      return false
    }

    return wanted.map(({ role, roleRu, count }, index) => {
      let covered = 0
      while (covered < count) {
        const place = places.push(index) - 1
        if (!take(place, new Set())) break
        covered++
      }
      return { role, roleRu, words: wordsOfAny(role, people.flat()), count, covered }
    })
  }

  /** What is not covered yet. */
  const missing = (wanted: readonly WantedRole[], people: readonly Offered[]): WantedRole[] =>
    coverage(wanted, people)
      .filter(({ count, covered }) => covered < count)
      .map(({ role, roleRu, count, covered }) => ({ role, roleRu, count: count - covered }))

  /** The wanted roles that somebody with these roles could take. */
  const matches = (wanted: readonly WantedRole[], offered: Offered): RoleMatch[] =>
    wanted.filter(({ role }) => isOffered(role, offered)).map(({ role, roleRu }) => ({ role, roleRu, words: wordsOfAny(role, offered) }))

  /** Roles with this name or alias, and those that match them. */
  const named = (word: string): ReadonlySet<string> =>
    new Set([...wordsOf].flatMap(([name, words]) => (words.has(matchKey(word)) ? [...matching(name)] : [])))

  return { coverage, missing, matches, matching, named }
}

/** Most matches first; equal ones stay in their order. More matches never lead to a lower rank. */
export const rankedByMatches = <T extends { matches: readonly RoleMatch[] }>(candidates: readonly T[]): T[] =>
  candidates.toSorted((a, b) => b.matches.length - a.matches.length)

function wordsByKey({ name, nameRu, aliases }: Role): Map<string, string> {
  const builtIn = [...builtInRoleAliases].flatMap(([alias, role]) => (role === name ? [alias] : []))
  const words = new Map<string, string>()
  for (const word of [name, ...(nameRu === null ? [] : [nameRu]), ...aliases, ...builtIn])
    if (!words.has(matchKey(word))) words.set(matchKey(word), word)
  return words
}
