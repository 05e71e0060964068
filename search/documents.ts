import { createWeigher, type SearchText } from './match/weigh.ts'
import { MOST_SLOTS, putPosting, removePosting } from './posting.ts'
import { documentsOf, restoreBlock, restoreStarts, saveBlocks, type TermBlock } from './saved-documents.ts'
import type { Start, Term } from './term.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

export type Documents = {
  readonly vocabulary: Vocabulary
  /** A slot is a small integer chosen by the caller for a document; putting into a used slot replaces its document. */
  put(slot: number, text: SearchText): void
  remove(slot: number): void
  /**
   * The words with their documents, in blocks of bounded size. Documents that change meanwhile may be saved in part: the caller notes them
   * and removes them after restoring.
   */
  save(): Iterable<TermBlock>
  /** Fills an empty index. Nothing else may be called until the last step. */
  restore(blocks: Iterable<TermBlock>, slots: Iterable<number>): Generator<void>
  readonly count: number
  /** All slots are below. */
  readonly size: number
}

/** The indexed documents: per document its words, per word its documents. */
export function createDocuments(): Documents {
  const vocabulary = createVocabulary()
  const weigher = createWeigher(vocabulary)
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

  function* restore(blocks: Iterable<TermBlock>, slots: Iterable<number>): Generator<void> {
    for (const block of blocks) yield restoreBlock(vocabulary, block)
    const restored = yield* documentsOf(vocabulary.terms as Term[])
    for (const slot of slots) restored[slot] ??= new Uint32Array(0)
    for (let slot = 0; slot < restored.length; slot++) {
      documents.push(restored[slot])
      if (restored[slot] !== undefined) count++
    }
    yield* restoreStarts(vocabulary.terms as Term[], documents.length)
  }

  return {
    vocabulary,
    put,
    remove,
    save: () => saveBlocks(vocabulary.terms),
    restore,
    get count() {
      return count
    },
    get size() {
      return documents.length
    },
  }
}
