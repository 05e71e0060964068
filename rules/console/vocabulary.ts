import type { Term, TermDraft, Vocabulary } from '#contract/console/vocabulary.ts'
import type { FieldFault } from '#contract/errors.ts'
import { matchKey, nameKey } from '#rules/project/project.ts'
import { readName, readText } from '#rules/text/text.ts'

// Validation and merging of terms.

export type NewTerm = Omit<Term, 'id' | 'uses' | 'isBuiltIn'>

export const MOST_ALIASES = 50
const LONGEST = 200
export const oneLine = (text: string): string => text.trim().replace(/[ \t\u00a0]+/g, ' ')

/** Canonical host name, lower case and ASCII; null when invalid. */
export function readHost(given: string): string | null {
  const text = given.trim().toLowerCase()
  if (!/^[\p{L}\p{M}\p{N}.-]{1,253}$/u.test(text)) return null
  const host = URL.parse(`https://${text}`)?.hostname.replace(/\.$/, '')
  return host !== undefined && /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(host) ? host : null
}

const distinct = (names: string[], own: string[] = []): string[] => {
  const seen = new Set(own.map(matchKey))
  return names.filter((name) => !seen.has(matchKey(name)) && seen.add(matchKey(name)))
}

const noTerm: NewTerm = { name: '', nameRu: null, description: null, aliases: [], isPublic: false, isHidden: false }

/** The normalised term. Absent keys keep their values; keys that this kind of term does not have are ignored. */
export function readTerm(kind: Vocabulary, draft: Partial<TermDraft>, present = noTerm): { term: NewTerm; faults: FieldFault[] } {
  const faults: FieldFault[] = []
  const read = (path: string, given: string, expected: 'line' | 'host'): string => {
    const text = expected === 'host' ? readHost(given) : readName(oneLine(given), false, LONGEST)
    const isMissing = given.trim() === ''
    if (text === null) faults.push({ path, ...(isMissing ? { code: 'required' } : { code: 'out_of_range', params: { expected } }) })
    return text ?? ''
  }
  const name = draft.name === undefined && present.name !== '' ? present.name : read('name', draft.name ?? '', 'line')
  const nameRu = draft.nameRu === undefined && present.nameRu !== null ? present.nameRu : readRussian(draft.nameRu ?? '')
  const aliases = draft.aliases === undefined ? present.aliases : readAliases(draft.aliases.filter((alias) => alias.trim() !== ''))
  const description = draft.description === undefined ? present.description : readText(draft.description)
  const isPublic = draft.isPublic ?? present.isPublic
  const isHidden = draft.isHidden ?? present.isHidden
  const term = {
    name,
    nameRu,
    aliases,
    description: kind === 'tag' ? description : null,
    isPublic: kind === 'file-type' && isPublic,
    isHidden: kind === 'role' && isHidden,
  }
  return { term, faults }

  function readRussian(given: string): string | null {
    if (kind === 'platform' || (kind !== 'reason' && given.trim() === '')) return null
    return read('nameRu', given, 'line')
  }
  function readAliases(given: string[]): string[] {
    if (kind === 'platform') return distinct(given.map((host) => read('aliases', host, 'host')))
    const names = nameRu === null ? [name] : [name, nameRu]
    return kind === 'role'
      ? distinct(
          given.map((alias) => read('aliases', alias, 'line')),
          names,
        )
      : []
  }
}

type Named = Pick<Term, 'name' | 'nameRu' | 'aliases'>
const namesOf = ({ name, nameRu }: Named): string[] => (nameRu === null ? [name] : [name, nameRu])

export type TakenName = { path: keyof Named; name: string }

/**
 * Finds a name, alias or host of a term that another term already has. Two roles may share an alias: the first one is found by it.
 * Previous names of the term stay allowed: a migration may have given another term the same name.
 */
export function namesTaken(kind: Vocabulary, terms: readonly Named[]): NamesTaken['find'] {
  const taken = createNamesTaken(kind)
  for (const term of terms) taken.add(term)
  return taken.find
}

type NamesTaken = ReturnType<typeof createNamesTaken>

/** The same for terms that are added one by one. */
export function createNamesTaken(kind: Vocabulary) {
  const names = new Map<string, Set<Named>>()
  const aliases = new Map<string, Set<Named>>()
  const addTo = (owners: Map<string, Set<Named>>, keys: string[], term: Named): void => {
    for (const key of keys.map(matchKey)) owners.set(key, (owners.get(key) ?? new Set<Named>()).add(term))
  }
  function add(term: Named): void {
    addTo(names, namesOf(term), term)
    addTo(aliases, term.aliases, term)
  }
  function find(term: Named, before?: Named): TakenName | undefined {
    const own = new Set(before && [...namesOf(before), ...before.aliases])
    const isIn = (owners: Map<string, Set<Named>>, name: string): boolean => {
      if (own.has(name)) return false
      const found = owners.get(matchKey(name)) ?? new Set()
      return found.size > (found.has(term) ? 1 : 0)
    }
    const isName = (name: string) => isIn(names, name) || (kind === 'role' && isIn(aliases, name))
    const isAlias = (name: string) => isIn(kind === 'platform' ? aliases : names, name)
    const found = [
      { path: 'name' as const, name: [term.name].find(isName) },
      { path: 'nameRu' as const, name: [term.nameRu ?? term.name].find(isName) },
      { path: 'aliases' as const, name: term.aliases.find(isAlias) },
    ].find(({ name }) => name !== undefined)
    return found && { path: found.path, name: found.name! }
  }
  return { add, find }
}

/** Aliases of the remaining term: a role gets the names of the other one, a platform its hosts. The fallback platform has no hosts and needs none. */
export function aliasesMerged(kind: Vocabulary, from: Named, into: Named): string[] {
  if (kind === 'role') return distinct([...into.aliases, ...namesOf(from), ...from.aliases], namesOf(into)).slice(0, MOST_ALIASES)
  if (kind === 'platform') return into.aliases.length === 0 ? [] : distinct([...into.aliases, ...from.aliases]).slice(0, MOST_ALIASES)
  return into.aliases
}

/** Whether these ids contain every term exactly once. */
export const isOrderOf = (ids: readonly number[], terms: readonly { id: number }[]): boolean =>
  ids.length === terms.length && terms.every(({ id }) => ids.includes(id))

/** Tags by name, all others in their stored order. */
export const inOrder = (kind: Vocabulary, terms: Term[]): Term[] =>
  kind === 'tag' ? terms.toSorted((a, b) => (nameKey(a.name) < nameKey(b.name) ? -1 : 1)) : terms
