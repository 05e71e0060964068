import type { Postings } from './posting.ts'

export type Term = Postings & {
  readonly word: string
  readonly stem: Stem
  readonly number: number
  readonly start: Start | undefined
  /** Scratch of the weigher: how often in the field at hand, and where in the document at hand (-1: not in it). */
  frequency: number
  place: number
}
/** The words that share their first two letters, with postings of its own: a prefix that short would have to gather thousands of words. */
export type Start = Postings & { weight: number; readonly words: SortedWords }
export type Stem = { readonly text: string; readonly terms: Term[] }

export type SortedWords = { add(term: Term): void; startingWith(prefix: string): Term[]; sweep(): void }
