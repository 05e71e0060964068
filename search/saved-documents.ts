import { WEIGHT_BITS, WEIGHT_MASK } from './posting.ts'
import type { Start, Term } from './term.ts'
import type { Vocabulary } from './vocabulary.ts'

// The index as plain arrays, to be stored and read again instead of reading all texts. Whatever follows from the words and their postings is
// computed again: the words of each document and the postings of each start.

/** One line per word: the word, and its stem after a tab if it differs. `counts` has the number of postings of each word. */
export type TermBlock = { words: string; counts: Uint32Array; postings: Uint32Array }

const MOST_WORDS = 4000
const MOST_POSTINGS = 100_000 // in a block, and between two steps

export function* saveBlocks(all: readonly (Term | undefined)[]): Generator<TermBlock> {
  const terms = all.filter((term) => term !== undefined)
  for (let from = 0; from < terms.length; ) {
    let postings = 0
    const some: Term[] = []
    while (from < terms.length && some.length < MOST_WORDS && postings < MOST_POSTINGS) {
      const term = terms[from++] as Term
      if (term.count === 0) continue
      some.push(term)
      postings += term.count
    }
    if (some.length > 0) yield blockOf(some, postings)
  }
}

function blockOf(terms: Term[], length: number): TermBlock {
  const postings = new Uint32Array(length)
  let at = 0
  for (const { entries, count } of terms) {
    postings.set(entries.subarray(0, count), at)
    at += count
  }
  return {
    words: terms.map(({ word, stem }) => (stem.text === word ? word : `${word}\t${stem.text}`)).join('\n'),
    counts: Uint32Array.from(terms, ({ count }) => count),
    postings,
  }
}

/** The postings of the words are parts of the block; a part that grows is copied then. */
export function restoreBlock(vocabulary: Vocabulary, { words, counts, postings }: TermBlock): void {
  let at = 0
  for (const [i, line] of words.split('\n').entries()) {
    const tab = line.indexOf('\t')
    const word = tab < 0 ? line : line.slice(0, tab)
    const end = at + (counts[i] as number)
    vocabulary.restore(word, tab < 0 ? word : line.slice(tab + 1), postings.subarray(at, end))
    at = end
  }
}

/** The numbers of the words of each document: parts of one array. */
export function* documentsOf(terms: Term[]): Generator<void, (Uint32Array | undefined)[]> {
  let lengths = new Uint32Array(1024)
  let size = 0
  let total = 0
  for (const step of inSteps(terms)) {
    for (const { entries, count } of step) {
      const last = (entries[count - 1] as number) >>> WEIGHT_BITS
      if (last >= lengths.length) lengths = longer(lengths, last * 2)
      size = Math.max(size, last + 1)
      for (let i = 0; i < count; i++) {
        const slot = (entries[i] as number) >>> WEIGHT_BITS
        lengths[slot] = (lengths[slot] as number) + 1
      }
      total += count
    }
    yield
  }
  const numbers = new Uint32Array(total)
  const ends = new Uint32Array(size)
  for (let slot = 1; slot < size; slot++) ends[slot] = (ends[slot - 1] as number) + (lengths[slot - 1] as number)
  for (const step of inSteps(terms)) {
    for (const { entries, count, number } of step) {
      for (let i = 0; i < count; i++) {
        const slot = (entries[i] as number) >>> WEIGHT_BITS
        const at = ends[slot] as number
        numbers[at] = number
        ends[slot] = at + 1
      }
    }
    yield
  }
  return Array.from({ length: size }, (_, slot) => {
    const end = ends[slot] as number
    const length = lengths[slot] as number
    return length === 0 ? undefined : numbers.subarray(end - length, end)
  })
}

/** A start has the documents of all its words, each with the highest weight among them. */
export function* restoreStarts(terms: Term[], size: number): Generator<void> {
  const byStart = new Map<Start, Term[]>()
  for (const term of terms) {
    if (term.start === undefined) continue
    const same = byStart.get(term.start)
    if (same === undefined) byStart.set(term.start, [term])
    else same.push(term)
  }
  const weights = new Uint16Array(size)
  for (const [start, same] of byStart) {
    const slots: number[] = []
    for (const { entries, count } of same)
      for (let i = 0; i < count; i++) {
        const entry = entries[i] as number
        const slot = entry >>> WEIGHT_BITS
        if (weights[slot] === 0) slots.push(slot)
        weights[slot] = Math.max(weights[slot] as number, entry & WEIGHT_MASK)
      }
    start.entries = Uint32Array.from(slots).sort()
    start.count = slots.length
    for (let i = 0; i < slots.length; i++) {
      const slot = start.entries[i] as number
      start.entries[i] = slot * (WEIGHT_MASK + 1) + (weights[slot] as number)
      weights[slot] = 0
    }
    yield
  }
}

function* inSteps(terms: Term[]): Generator<Term[]> {
  let postings = 0
  let from = 0
  for (let i = 0; i < terms.length; i++) {
    postings += (terms[i] as Term).count
    if (postings < MOST_POSTINGS && i + 1 < terms.length) continue
    yield terms.slice(from, i + 1)
    from = i + 1
    postings = 0
  }
}

function longer(array: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(length)
  larger.set(array)
  return larger
}
