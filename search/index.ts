import { createDocuments } from './documents.ts'
import { guessesFor } from './guess.ts'
import { createMatcher, type Hits, type WordMatches } from './match.ts'
import { type Leniency, resolve, wordsOf } from './query.ts'
import type { SearchText } from './weigh.ts'
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
  const documents = createDocuments()
  const { vocabulary, put, remove } = documents
  const matcher = createMatcher()

  function match(text: string, leniency: Leniency): Hits | null {
    const { words, last } = wordsOf(text)
    if (words.length === 0) return null
    const matches: WordMatches[] = []
    for (const word of words) {
      const found = resolve(vocabulary, word, word === last, leniency)
      if (found === null) return noHits
      matches.push(found)
    }
    matcher.grow(documents.size)
    matches.sort((a, b) => a.matching - b.matching)
    return matcher.match(
      matches,
      matches.map(({ matching }) => rarity(documents.count, matching)),
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
    if (asTyped === null || asTyped.count > 0 || documents.count === 0) return asTyped
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
