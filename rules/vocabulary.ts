import type { Term, TermDraft, Vocabulary } from '#contract/console/vocabulary.ts'
import type { FieldFault } from '#contract/errors.ts'
import { matchKey, nameKey } from './project.ts'
import { readName, readText } from './text.ts'

// What a word of a vocabulary may be, and what becomes of two that are made one.

export type NewTerm = Omit<Term, 'id' | 'uses' | 'isBuiltIn'>

export const MOST_ALIASES = 50
const LONGEST = 200
const oneLine = (text: string): string => text.trim().replace(/[ \t\u00a0]+/g, ' ')

/** The host as addresses have it: in lower case and ASCII; null when it is none. */
export function readHost(given: string): string | null {
  const text = given.trim().toLowerCase()
  if (!/^[\p{L}\p{M}\p{N}.-]{1,253}$/u.test(text)) return null
  const host = URL.parse(`https://${text}`)?.hostname.replace(/\.$/, '')
  return host !== undefined && /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(host) ? host : null
}

const distinct = (names: string[], own: string[] = []): string[] => {
  const known = new Set(own.map(matchKey))
  return names.filter((name) => !known.has(matchKey(name)) && known.add(matchKey(name)))
}

const noWord: NewTerm = { name: '', nameRu: null, description: null, aliases: [], isPublic: false, isHidden: false }

/** The word as it is stored. Keys that are left out stay as they are; keys that words of this kind do not have are ignored. */
export function readTerm(kind: Vocabulary, draft: Partial<TermDraft>, present = noWord): { word: NewTerm; faults: FieldFault[] } {
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
  const word = {
    name,
    nameRu,
    aliases,
    description: kind === 'tag' ? description : null,
    isPublic: kind === 'file-type' && isPublic,
    isHidden: kind === 'role' && isHidden,
  }
  return { word, faults }

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
 * Finds the name, alias or host of a word that another one of these words has already. Two roles may share an alias: the first one is
 * meant. What the word was called before stays allowed: a migration may have given another word the same name.
 */
export function namesTaken(kind: Vocabulary, words: readonly Named[]): (word: Named, before?: Named) => TakenName | undefined {
  const owners = (keysOf: (word: Named) => string[]): Map<string, Set<Named>> => {
    const byKey = new Map<string, Set<Named>>()
    for (const word of words) for (const key of keysOf(word).map(matchKey)) byKey.set(key, (byKey.get(key) ?? new Set<Named>()).add(word))
    return byKey
  }
  const names = owners(namesOf)
  const aliases = owners((word) => word.aliases)
  return (word, before) => {
    const own = new Set(before && [...namesOf(before), ...before.aliases])
    const isIn = (owners: Map<string, Set<Named>>, name: string): boolean => {
      if (own.has(name)) return false
      const found = owners.get(matchKey(name)) ?? new Set()
      return found.size > (found.has(word) ? 1 : 0)
    }
    const isName = (name: string) => isIn(names, name) || (kind === 'role' && isIn(aliases, name))
    const isAlias = (name: string) => isIn(kind === 'platform' ? aliases : names, name)
    const found = [
      { path: 'name' as const, name: [word.name].find(isName) },
      { path: 'nameRu' as const, name: [word.nameRu ?? word.name].find(isName) },
      { path: 'aliases' as const, name: word.aliases.find(isAlias) },
    ].find(({ name }) => name !== undefined)
    return found && { path: found.path, name: found.name! }
  }
}

/** What the word that stays is also found by: a role by what the other was called, a platform by its hosts. One that owns none takes all anyway. */
export function aliasesMerged(kind: Vocabulary, from: Named, into: Named): string[] {
  if (kind === 'role') return distinct([...into.aliases, ...namesOf(from), ...from.aliases], namesOf(into)).slice(0, MOST_ALIASES)
  if (kind === 'platform') return into.aliases.length === 0 ? [] : distinct([...into.aliases, ...from.aliases]).slice(0, MOST_ALIASES)
  return into.aliases
}

/** Whether these ids name every word exactly once. */
export const isOrderOf = (ids: readonly number[], words: readonly { id: number }[]): boolean =>
  ids.length === words.length && words.every(({ id }) => ids.includes(id))

/** As people look for them: tags by name, all others in the order they were given. */
export const inOrder = (kind: Vocabulary, words: Term[]): Term[] =>
  kind === 'tag' ? words.toSorted((a, b) => (nameKey(a.name) < nameKey(b.name) ? -1 : 1)) : words
