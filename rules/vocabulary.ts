import type { Vocabulary, Word, WordDraft } from '#contract/console/vocabulary.ts'
import type { FieldFault } from '#contract/errors.ts'
import { readName } from './profile.ts'
import { nameKey } from './project.ts'
import { textKept } from './request.ts'

// What a word of a vocabulary may be, and what becomes of two that are made one.

export type NewWord = Omit<Word, 'id' | 'uses' | 'isBuiltIn'>

export const MOST_ALIASES = 50
const LONGEST = 200
const keyOf = (name: string): string => nameKey(name).trim().replace(/\s+/g, ' ')

const oneLine = (text: string): string => text.trim().replace(/[ \t\u00a0]+/g, ' ')

/** The host as addresses have it: in lower case and ASCII; null when it is none. */
export function readHost(given: string): string | null {
  const text = given.trim().toLowerCase()
  if (!/^[\p{L}\p{M}\p{N}.-]{1,253}$/u.test(text)) return null
  const host = URL.parse(`https://${text}`)?.hostname.replace(/\.$/, '')
  return host !== undefined && /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(host) ? host : null
}

const distinct = (names: string[], own: string[] = []): string[] => {
  const known = new Set(own.map(keyOf))
  return names.filter((name) => !known.has(keyOf(name)) && known.add(keyOf(name)))
}

/** The word as it is kept; keys that words of this kind do not have are left aside. */
export function readWord(kind: Vocabulary, draft: WordDraft): { word: NewWord; faults: FieldFault[] } {
  const faults: FieldFault[] = []
  const read = (path: string, given: string, expected: 'line' | 'host'): string => {
    const text = expected === 'host' ? readHost(given) : readName(oneLine(given), false, LONGEST)
    const isMissing = given.trim() === ''
    if (text === null) faults.push({ path, ...(isMissing ? { code: 'required' } : { code: 'out_of_range', params: { expected } }) })
    return text ?? ''
  }
  const name = read('name', draft.name, 'line')
  const needsRussian = kind === 'reason'
  const russian = kind === 'platform' ? '' : (draft.nameRu ?? '')
  const nameRu = russian.trim() === '' && !needsRussian ? null : read('nameRu', russian, 'line')
  const own = nameRu === null ? [name] : [name, nameRu]
  const given = (draft.aliases ?? []).filter((alias) => alias.trim() !== '')
  const aliases =
    kind === 'role'
      ? distinct(
          given.map((alias) => read('aliases', alias, 'line')),
          own,
        )
      : kind === 'platform'
        ? distinct(given.map((host) => read('aliases', host, 'host')))
        : []
  const description = kind === 'tag' ? textKept(draft.description ?? null) : null
  const isPublic = kind === 'file-type' && draft.isPublic === true
  const isHidden = kind === 'role' && draft.isHidden === true
  return { word: { name, nameRu, description, aliases, isPublic, isHidden }, faults }
}

type Named = Pick<Word, 'name' | 'nameRu' | 'aliases'>
const namesOf = ({ name, nameRu }: Named): string[] => (nameRu === null ? [name] : [name, nameRu])

/**
 * The name, alias or host that another word of the vocabulary has already. Two roles may share an alias: whichever comes first is meant.
 * What the word was called before stays allowed: an import or a migration may have given another word the same name.
 */
export function takenName(
  kind: Vocabulary,
  word: Named,
  others: readonly Named[],
  before?: Named,
): { path: keyof Named; name: string } | undefined {
  const own = new Set(before && [...namesOf(before), ...before.aliases])
  const names = new Set(others.flatMap(namesOf).map(keyOf))
  const aliases = new Set(others.flatMap((other) => other.aliases).map(keyOf))
  const isName = (name: string) => !own.has(name) && (names.has(keyOf(name)) || (kind === 'role' && aliases.has(keyOf(name))))
  const isAlias = (name: string) => !own.has(name) && (kind === 'platform' ? aliases : names).has(keyOf(name))
  const found = [
    { path: 'name' as const, name: [word.name].find(isName) },
    { path: 'nameRu' as const, name: [word.nameRu ?? word.name].find(isName) },
    { path: 'aliases' as const, name: word.aliases.find(isAlias) },
  ].find(({ name }) => name !== undefined)
  return found && { path: found.path, name: found.name! }
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
export const inOrder = (kind: Vocabulary, words: Word[]): Word[] =>
  kind === 'tag' ? words.toSorted((a, b) => (nameKey(a.name) < nameKey(b.name) ? -1 : 1)) : words
