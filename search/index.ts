import { guessesFor } from './guess.ts'
import { createMatcher, type Hits, type WordMatches } from './match.ts'
import { MOST_SLOTS, putPosting, removePosting } from './posting.ts'
import { type Leniency, resolve, wordsOf } from './query.ts'
import type { Start, Term } from './term.ts'
import { createVocabulary } from './vocabulary.ts'
import { createWeigher, type SearchText } from './weigh.ts'
import { rarity } from './weight.ts'

export type { Hits } from './match.ts'
export type { SearchText } from './weigh.ts'

const LONGEST_GUESS = 200
// Corrections of one or two letters would match by chance.
const SHORTEST_GUESS = 3
const noHits: Hits = { count: 0, slots: new Uint32Array(0), scores: new Float32Array(0) }

export type SearchIndex = {
  /** A slot is a small integer chosen by the caller for a document; putting into a used slot replaces its document. */
  put(slot: number, text: SearchText): void
  remove(slot: number): void
  /** Null when the text contains no word. The hits are in buffers that the next search reuses. */
  search(text: string): Hits | null
  readonly words: number
}

/**
 * In-memory inverted index. The result depends only on the current documents, not on the order of changes or on removed documents:
 * every process with the same projects computes the same scores.
 */
export function createSearchIndex(): SearchIndex {
  const vocabulary = createVocabulary()
  const weigher = createWeigher(vocabulary)
  const matcher = createMatcher()
  const documents: (Uint32Array | undefined)[] = []
  let count = 0

  function put(slot: number, text: SearchText): void {
    if (!(Number.isInteger(slot) && slot >= 0 && slot < MOST_SLOTS)) throw new RangeError(`slot ${slot} is not within 0..${MOST_SLOTS - 1}`)
    const before = documents[slot]
    const numbers: number[] = []
    const starts: Start[] = []
    weigher.weigh(text, (term, weight) => {
      if (term.count === 0) vocabulary.termUsed()
      putPosting(term, slot, weight)
      numbers.push(term.number)
      if (term.start === undefined) return
      if (term.start.weight === 0) starts.push(term.start)
      if (weight > term.start.weight) term.start.weight = weight
    })
    while (documents.length < slot) documents.push(undefined)
    documents[slot] = new Uint32Array(numbers)
    // An edit keeps most words: only postings of removed words are deleted.
    if (before === undefined) count++
    else removePostings(slot, before, new Set(numbers))
    for (const start of starts) {
      putPosting(start, slot, start.weight)
      start.weight = 0
    }
    matcher.grow(slot + 1)
  }

  function remove(slot: number): void {
    const before = documents[slot]
    if (before === undefined) return
    documents[slot] = undefined
    count--
    removePostings(slot, before, new Set())
  }

  function removePostings(slot: number, numbers: Uint32Array, remaining: Set<number>): void {
    for (const number of numbers) {
      if (remaining.has(number)) continue
      const term = vocabulary.terms[number] as Term
      // A start that the document still has was given its weight in put().
      if (term.start !== undefined && term.start.weight === 0) removePosting(term.start, slot)
      removePosting(term, slot)
      if (term.count === 0) vocabulary.termUnused()
    }
  }

  function match(text: string, leniency: Leniency): Hits | null {
    const { words, last } = wordsOf(text)
    if (words.length === 0) return null
    const matches: WordMatches[] = []
    for (const word of words) {
      const found = resolve(vocabulary, word, word === last, leniency)
      if (found === null) return noHits
      matches.push(found)
    }
    matches.sort((a, b) => a.matching - b.matching)
    return matcher.match(
      matches,
      matches.map(({ matching }) => rarity(count, matching)),
    )
  }

  const hasHits = (text: string, leniency: Leniency) => (match(text, leniency)?.count ?? 0) > 0

  /** Corrects only the words that have no hits. */
  function correct(text: string): string {
    const chunks = text.split(/\s+/)
    return chunks
      .map((chunk) =>
        chunk.length < SHORTEST_GUESS || hasHits(chunk, 'typos')
          ? chunk
          : (guessesFor(chunk).find((guess) => hasHits(guess, 'strict')) ?? chunk),
      )
      .join(' ')
  }

  function search(text: string): Hits | null {
    vocabulary.near.begin()
    const asTyped = match(text, 'typos')
    if (asTyped === null || asTyped.count > 0 || count === 0) return asTyped
    const trimmed = text.trim()
    if (trimmed.length < SHORTEST_GUESS || trimmed.length > LONGEST_GUESS) return noHits
    const guesses = guessesFor(trimmed)
    for (const leniency of ['strict', 'guessed'] as const) {
      for (const guess of guesses) {
        const found = match(guess, leniency)
        if (found !== null && found.count > 0) return found
      }
      if (leniency === 'strict' && /\s/.test(trimmed)) {
        const found = match(correct(trimmed), 'typos')
        if (found !== null && found.count > 0) return found
      }
    }
    return noHits
  }

  return {
    put,
    remove,
    search,
    get words() {
      return vocabulary.usedCount
    },
  }
}
