import { type Concepts, noConcepts } from './concept/concepts.ts'
import { createDocuments, type Documents } from './documents.ts'
import type { WordTest } from './match/highlight.ts'
import { createMatcher, type Hits, type WordMatches } from './match/match.ts'
import { createSomeMatcher } from './match/match-some.ts'
import { addMatches, isMatched, noMatches } from './match/matches.ts'
import type { SearchText } from './match/weigh.ts'
import { missingRarity, rarity } from './match/weight.ts'
import { readQuery } from './query.ts'
import type { Correction, QueryWord } from './query-word.ts'
import type { Term } from './term.ts'

export type { Hits } from './match/match.ts'
export type { SearchText } from './match/weigh.ts'

// With so many projects that have the words themselves, other words of the same meaning are not looked for.
const ENOUGH = 10
// Of the weight of a query, when no project has all words.
const LEAST_COVERAGE = 0.5
// Of a sentence, when no project covers half of it.
const LEAST_COVERAGE_OF_SENTENCE = 0.25
const SENTENCE = 4
// In a query of so many words, a missing word outside of all concepts counts less.
const LONG_QUERY = 3
const FILLER = 0.4

export type Searched = {
  /** In buffers that the next search reuses. */
  hits: Hits
  match: 'all' | 'some'
  /** Words of the query that no hit has. */
  missing: string[]
  corrected: Correction[]
  /** Does this word of a document match the query? For highlighting. */
  matchesWord: WordTest
}
export type SearchOptions = {
  /** all: every word must be there, or a form or correction of it; exact: without corrections. */
  mode?: 'all' | 'exact'
  /** Does a document pass the filters of the caller? Whether words are missing is decided among these. */
  accepts?(slot: number): boolean
}

export type SearchIndex = {
  /** A slot is a small integer chosen by the caller for a document; putting into a used slot replaces its document. */
  put(slot: number, text: SearchText): void
  remove(slot: number): void
  /** Null when the text contains no word. */
  search(text: string, options?: SearchOptions): Searched | null
  setConcepts(concepts: Concepts): void
  readonly words: number
  /** To store the index and read it again. */
  readonly documents: Pick<Documents, 'save' | 'restore' | 'size'>
}

const noHits: Hits = { count: 0, slots: new Uint32Array(0), scores: new Float32Array(0) }

/**
 * In-memory inverted index. The result depends only on the current documents, not on the order of changes or on removed documents:
 * every process with the same projects computes the same scores.
 */
export function createSearchIndex(): SearchIndex {
  const documents = createDocuments()
  const { vocabulary, put, remove } = documents
  const matcher = createMatcher()
  const someMatcher = createSomeMatcher()
  let dictionary = noConcepts

  function matchAll(words: WordMatches[]): Hits {
    if (!words.every(isMatched)) return noHits
    matcher.grow(documents.size)
    const sorted = words.toSorted((a, b) => a.matching - b.matching)
    return matcher.match(
      sorted,
      sorted.map(({ matching }) => rarity(documents.count, matching)),
    )
  }

  function search(text: string, { mode, accepts = () => true }: SearchOptions = {}): Searched | null {
    vocabulary.near.begin()
    const { words, expand } = readQuery(text, vocabulary, mode === undefined ? dictionary : noConcepts, mode)
    if (words.length === 0) return null
    const direct = matchAll(words.map((word) => word.direct))
    const isFound = direct.slots.subarray(0, direct.count).some(accepts)
    // By the count without filters: choosing a filter must not add results.
    if (direct.count < ENOUGH) expand()
    const isEnough = direct.count >= ENOUGH || !words.some(({ concept }) => isMatched(concept))
    if (mode !== undefined || (isFound && isEnough)) return withAll(direct, words, false)
    if (!isFound) return matchSome(words, accepts)
    return withAll(matchAll(words.map(({ direct, concept }) => joined([direct, concept]))), words, true)
  }

  const withAll = (hits: Hits, words: QueryWord[], hasConcepts: boolean): Searched => ({
    hits,
    match: 'all',
    missing: [],
    corrected: words.flatMap(({ correction }) => correction ?? []),
    matchesWord: wordTest(words, hasConcepts),
  })

  function matchSome(words: QueryWord[], accepts: (slot: number) => boolean): Searched {
    const weighed = words
      .map((word) => {
        const matches = joined([word.direct, word.concept, word.related])
        return { word, matches, weight: weightOf(word, matches, words.length) }
      })
      .sort((a, b) => b.weight - a.weight)
    const shares = words.length >= SENTENCE ? [LEAST_COVERAGE, LEAST_COVERAGE_OF_SENTENCE] : [LEAST_COVERAGE]
    someMatcher.score(weighed, shares.at(-1)!)
    let hits = someMatcher.hits(shares[0]!, accepts)
    if (hits.count === 0 && shares.length > 1) hits = someMatcher.hits(shares[1]!, accepts)
    const found = weighed.filter((_, at) => (hits.found >>> at) & 1).map(({ word }) => word)
    const isInAll = weighed.every((_, at) => (hits.inAll >>> at) & 1)
    return {
      hits,
      match: hits.count > 0 && isInAll ? 'all' : 'some',
      missing: hits.count === 0 ? [] : words.filter((word) => !found.includes(word)).map(({ typed }) => typed),
      corrected: words.filter((word) => found.includes(word)).flatMap(({ correction }) => correction ?? []),
      matchesWord: wordTest(words, true),
    }
  }

  function weightOf(word: QueryWord, matches: WordMatches, words: number): number {
    if (isMatched(matches)) return rarity(documents.count, (isMatched(word.direct) ? word.direct : matches).matching)
    const share = words < LONG_QUERY || dictionary.isSubject(word.stem) ? 1 : FILLER
    return share * missingRarity(documents.count, words)
  }

  return {
    documents,
    put,
    remove,
    search,
    setConcepts(concepts) {
      dictionary = concepts
    },
    get words() {
      return vocabulary.usedCount
    },
  }
}

/** Words are compared by the posting lists they were found in, and by prefix for the last word. */
function wordTest(words: QueryWord[], hasConcepts: boolean): WordTest {
  let test: WordTest | null = null
  return (word) => {
    test ??= createWordTest(words, hasConcepts)
    return test(word)
  }
}

function createWordTest(words: QueryWord[], hasConcepts: boolean): WordTest {
  const found = new Set<string>()
  const lists = words.flatMap(({ direct, concept, related }) =>
    (hasConcepts ? [direct, concept, related] : [direct]).flatMap((each) => each.lists),
  )
  for (const list of lists) if ('word' in list) found.add((list as Term).word)
  for (const { splitWords } of words) for (const word of splitWords) found.add(word)
  const last = words.find(({ isLast }) => isLast)
  const prefix = last === undefined || last.word.length < 2 ? null : last.word
  return (word) => found.has(word) || (prefix !== null && word.startsWith(prefix))
}

function joined(matches: WordMatches[]): WordMatches {
  const all = noMatches()
  for (const each of matches) addMatches(all, each)
  return all
}
