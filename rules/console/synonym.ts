import type { SynonymDraft } from '#contract/console/synonym.ts'
import type { FieldFault } from '#contract/errors.ts'
import { LONGEST_PHRASE, type Synonym, WORDS_IN_PHRASE } from '#contract/vocabulary/synonym.ts'
import { matchKey, nameKey } from '#rules/project/project.ts'
import { echo, readName } from '#rules/text/text.ts'
import { oneLine } from './vocabulary.ts'

// Validation of the directory's synonyms. Words are compared ignoring case, ё and white space.

const HAS_LETTER = /[\p{L}\p{N}]/u

/** The normalised phrase; null when it is refused. */
export function readPhrase(given: string): string | null {
  const phrase = readName(oneLine(given), false, LONGEST_PHRASE)
  return phrase !== null && HAS_LETTER.test(phrase) && phrase.split(' ').length <= WORDS_IN_PHRASE ? phrase : null
}

/** The normalised entry. Blank words are ignored. */
export function readSynonym({ kind, words, expandsTo = [] }: SynonymDraft): { synonym: Synonym; faults: FieldFault[] } {
  const faults: FieldFault[] = []
  const seen = new Set<string>()
  const readAll = (path: keyof Synonym, given: readonly string[]): string[] =>
    given.flatMap((text) => {
      if (text.trim() === '') return []
      const phrase = readPhrase(text)
      const key = matchKey(phrase ?? '')
      if (phrase === null)
        faults.push({ path, code: 'not_a_phrase', params: { value: echo(text), words: WORDS_IN_PHRASE, limit: LONGEST_PHRASE } })
      else if (seen.has(key)) faults.push({ path, code: 'duplicate', params: { value: echo(phrase) } })
      seen.add(key)
      return phrase ?? []
    })
  const hasFault = (path: keyof Synonym): boolean => faults.some((fault) => fault.path === path)
  const synonym = { kind, words: readAll('words', words), expandsTo: readAll('expandsTo', expandsTo) }
  if (synonym.words.length === 0 && !hasFault('words')) faults.push({ path: 'words', code: 'required' })
  else if (kind === 'two-way' && synonym.words.length === 1 && !hasFault('words'))
    faults.push({ path: 'words', code: 'too_few', params: { least: 2 } })
  if (kind === 'one-way' && synonym.expandsTo.length === 0 && !hasFault('expandsTo')) faults.push({ path: 'expandsTo', code: 'required' })
  if (kind === 'two-way' && synonym.expandsTo.length > 0) faults.push({ path: 'expandsTo', code: 'only_one_way' })
  return { synonym, faults }
}

/** The entry as one line, for messages and the audit log. */
export const synonymTitle = ({ words, expandsTo }: Pick<Synonym, 'words' | 'expandsTo'>): string =>
  [words, expandsTo]
    .filter((list) => list.length > 0)
    .map((list) => list.join(', '))
    .join(' → ')

export type TakenWord<T> = { word: string; other: T }
type TwoWay = Pick<Synonym, 'kind' | 'words'>

/** Finds the word of a two-way entry that another two-way entry already has: a word has one set of equivalents. */
export function takenWords<T extends TwoWay>(entries: readonly T[]): (synonym: TwoWay) => TakenWord<T> | undefined {
  const owners = new Map<string, Set<T>>()
  for (const entry of entries)
    if (entry.kind === 'two-way') for (const key of entry.words.map(matchKey)) owners.set(key, (owners.get(key) ?? new Set<T>()).add(entry))
  return (synonym) => {
    if (synonym.kind !== 'two-way') return undefined
    for (const word of synonym.words) {
      const other = [...(owners.get(matchKey(word)) ?? [])].find((owner) => (owner as TwoWay) !== synonym)
      if (other) return { word, other }
    }
    return undefined
  }
}

/** By first word. */
export const sortedSynonyms = <T extends Pick<Synonym, 'words' | 'expandsTo'> & { id: number }>(list: readonly T[]): T[] =>
  list
    .map((entry) => ({ entry, key: nameKey(synonymTitle(entry)) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.entry.id - b.entry.id))
    .map(({ entry }) => entry)
