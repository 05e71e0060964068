import { guessesFor } from './guess.ts'
import { createMatcher, type Hits, type Wanted } from './match.ts'
import { MOST_SLOTS, putPosting, removePosting } from './posting.ts'
import { type Leniency, resolve, wordsOf } from './query.ts'
import type { Start, Term } from './term.ts'
import { createVocabulary } from './vocabulary.ts'
import { createWeigher, type SearchText } from './weigh.ts'
import { rarity } from './weight.ts'

export type { Hits } from './match.ts'
export type { SearchText } from './weigh.ts'

const LONGEST_GUESS = 200
// One or two letters read differently would match by chance.
const SHORTEST_GUESS = 3
const nothing: Hits = { count: 0, slots: new Uint32Array(0), scores: new Float32Array(0) }

export type SearchIndex = {
  /** A slot is a small number that the caller gives to a document; putting into a taken slot replaces what was there. */
  put(slot: number, text: SearchText): void
  remove(slot: number): void
  /** Null when the text holds no word at all. The hits lie in buffers that the next search uses again. */
  search(text: string): Hits | null
  readonly words: number
}

/**
 * Full-text search in memory. The answer depends on nothing but the documents that are in now, neither on their order nor on what was
 * there before: every node that holds the same projects ranks them with the same numbers.
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
      if (term.count === 0) vocabulary.lived()
      putPosting(term, slot, weight)
      numbers.push(term.number)
      if (term.start === undefined) return
      if (term.start.weight === 0) starts.push(term.start)
      if (weight > term.start.weight) term.start.weight = weight
    })
    while (documents.length < slot) documents.push(undefined)
    documents[slot] = new Uint32Array(numbers)
    // An edit keeps most words: only those that are gone are taken out, long lists stay where they are.
    if (before === undefined) count++
    else takeOut(slot, before, new Set(numbers))
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
    takeOut(slot, before, new Set())
  }

  function takeOut(slot: number, numbers: Uint32Array, kept: Set<number>): void {
    for (const number of numbers) {
      if (kept.has(number)) continue
      const term = vocabulary.terms[number] as Term
      // A start that the document still has was given a weight just now.
      if (term.start !== undefined && term.start.weight === 0) removePosting(term.start, slot)
      removePosting(term, slot)
      if (term.count === 0) vocabulary.died()
    }
  }

  function ask(text: string, leniency: Leniency): Hits | null {
    const { words, last } = wordsOf(text)
    if (words.length === 0) return null
    const wanted: Wanted[] = []
    for (const word of words) {
      const answers = resolve(vocabulary, word, word === last, leniency)
      if (answers === null) return nothing
      wanted.push(answers)
    }
    wanted.sort((a, b) => a.matching - b.matching)
    return matcher.match(
      wanted,
      wanted.map(({ matching }) => rarity(count, matching)),
    )
  }

  const hits = (text: string, leniency: Leniency) => (ask(text, leniency)?.count ?? 0) > 0

  /** Word by word: keeps what is known, reads the others differently. */
  function mend(text: string): string {
    const chunks = text.split(/\s+/)
    return chunks
      .map((chunk) =>
        chunk.length < SHORTEST_GUESS || hits(chunk, 'typos') ? chunk : (guessesFor(chunk).find((guess) => hits(guess, 'strict')) ?? chunk),
      )
      .join(' ')
  }

  function search(text: string): Hits | null {
    vocabulary.near.begin()
    const asTyped = ask(text, 'typos')
    if (asTyped === null || asTyped.count > 0 || count === 0) return asTyped
    const trimmed = text.trim()
    if (trimmed.length < SHORTEST_GUESS || trimmed.length > LONGEST_GUESS) return nothing
    const guesses = guessesFor(trimmed)
    for (const leniency of ['strict', 'guessed'] as const) {
      for (const guess of guesses) {
        const found = ask(guess, leniency)
        if (found !== null && found.count > 0) return found
      }
      if (leniency === 'strict' && /\s/.test(trimmed)) {
        const found = ask(mend(trimmed), 'typos')
        if (found !== null && found.count > 0) return found
      }
    }
    return nothing
  }

  return {
    put,
    remove,
    search,
    get words() {
      return vocabulary.living
    },
  }
}
