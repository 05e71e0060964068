import type { Postings } from './posting.ts'

export type Term = Postings & {
  readonly word: string
  readonly stem: Stem
  readonly number: number
  readonly start: Start | undefined
  /** Scratch values of the weigher: frequency in the current field, position in the current document (-1: absent). */
  frequency: number
  position: number
}
/** The words with the same first two letters. It has its own postings: a prefix of two letters would have to merge thousands of lists. */
export type Start = Postings & { weight: number; readonly words: SortedWords }
export type Stem = { readonly text: string; readonly terms: Term[] }

export type SortedWords = {
  add(term: Term): void
  startingWith(prefix: string): Term[]
  /** Does a used word start with it? */
  hasPrefix(prefix: string): boolean
  sweep(): void
}
