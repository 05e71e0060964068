import type { Expansion } from '#search/concept/concepts.ts'
import { type Postings, positionOf, WEIGHT_BITS, WEIGHT_MASK } from '#search/posting.ts'
import type { Stem } from '#search/term.ts'
import { START_LENGTH, type Vocabulary } from '#search/vocabulary.ts'
import { rootOf } from '#search/word/root.ts'
import type { WordMatches } from './match.ts'
import { CONCEPT, EXACT, FAMILY, FORM, PREFIX, RELATED } from './weight.ts'

// The posting lists that match one word of a query.

// A phrase of words that so many documents have is too common to be looked for on behalf of another word.
const MOST_PHRASE_DOCUMENTS = 5000

export const noMatches = (): WordMatches => ({ lists: [], factors: [], matching: 0 })
export const isMatched = (matches: WordMatches): boolean => matches.lists.length > 0

export function addList(matches: WordMatches, list: Postings, factor: number): void {
  if (list.count === 0) return
  matches.lists.push(list)
  matches.factors.push(factor)
  matches.matching += list.count
}

export function addMatches(matches: WordMatches, others: WordMatches): void {
  for (const [i, list] of others.lists.entries()) addList(matches, list, others.factors[i] as number)
}

export function addStem(matches: WordMatches, stem: Stem, factor: number): void {
  for (const term of stem.terms) addList(matches, term, factor)
}

/** The word itself, its other forms and, for the last word of a query, longer words. */
export function directMatches(vocabulary: Vocabulary, word: string, stemText: string, isLast: boolean): WordMatches {
  const matches = noMatches()
  const exact = vocabulary.find(word)
  const stem = exact?.stem ?? vocabulary.findStem(stemText)
  if (stem !== undefined) for (const term of stem.terms) addList(matches, term, term === exact ? EXACT : FORM)
  if (isLast && word.length >= 2) addPrefix(matches, vocabulary, word, stem)
  return matches
}

function addPrefix(matches: WordMatches, vocabulary: Vocabulary, prefix: string, stem: Stem | undefined): void {
  const start = vocabulary.findStart(prefix)
  if (start === undefined || start.count === 0) return
  if (prefix.length > START_LENGTH) {
    for (const term of start.words.startingWith(prefix)) if (term.stem !== stem) addList(matches, term, PREFIX)
    return
  }
  matches.lists.push(start)
  matches.factors.push(PREFIX)
  // The documents of the start include those of the word itself.
  matches.matching = Math.max(matches.matching, start.count)
}

/** Other words of the same family: сортировщик for сортировка. */
export function addFamily(matches: WordMatches, vocabulary: Vocabulary, stem: string): void {
  for (const other of vocabulary.findRoot(rootOf(stem))) if (other.text !== stem) addStem(matches, other, FAMILY)
}

/** Documents with one of these phrases. */
export function addConcepts(
  matches: { concept: WordMatches; related: WordMatches },
  vocabulary: Vocabulary,
  expansions: readonly Expansion[],
): void {
  for (const { phrase, isTwoWay } of expansions) {
    const into = isTwoWay ? matches.concept : matches.related
    const factor = isTwoWay ? CONCEPT : RELATED
    const stems = phrase.map((text) => vocabulary.findStem(text))
    if (!stems.every((stem) => stem !== undefined)) continue
    if (stems.length === 1) addStem(into, stems[0] as Stem, factor)
    else addList(into, documentsWithAll(stems), factor)
  }
}

const documentCount = (stem: Stem): number => stem.terms.reduce((sum, term) => sum + term.count, 0)

/** The documents that have all stems, with the least weight of these. */
export function documentsWithAll(stems: Stem[]): Postings {
  const [rarest, ...others] = stems.toSorted((a, b) => documentCount(a) - documentCount(b)) as [Stem, ...Stem[]]
  if (documentCount(rarest) > MOST_PHRASE_DOCUMENTS) return { entries: new Uint32Array(0), count: 0 }
  const weights = new Map<number, number>()
  for (const { entries, count } of rarest.terms)
    for (let i = 0; i < count; i++) {
      const entry = entries[i] as number
      const slot = entry >>> WEIGHT_BITS
      weights.set(slot, Math.max(weights.get(slot) ?? 0, entry & WEIGHT_MASK))
    }
  const found: [number, number][] = []
  for (const [slot, weight] of weights) {
    let least = weight
    for (const stem of others) least = Math.min(least, weightIn(stem, slot))
    if (least > 0) found.push([slot, least])
  }
  found.sort((a, b) => a[0] - b[0])
  return { entries: Uint32Array.from(found, ([slot, weight]) => slot * (WEIGHT_MASK + 1) + weight), count: found.length }
}

function weightIn(stem: Stem, slot: number): number {
  let most = 0
  for (const term of stem.terms) {
    const position = positionOf(term, slot)
    if (position === term.count) continue
    const entry = term.entries[position] as number
    if (entry >>> WEIGHT_BITS === slot) most = Math.max(most, entry & WEIGHT_MASK)
  }
  return most
}
