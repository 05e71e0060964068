import { noPostings, type Postings } from './posting.ts'
import { createFuzzyWords, type FuzzyWords } from './spelling/fuzzy-words.ts'
import type { Start, Stem, Term } from './term.ts'
import { rootOf } from './word/root.ts'
import { createSortedWords } from './word/sorted-words.ts'
import { stemOf } from './word/stem.ts'

export const START_LENGTH = 2

/** The words of all documents. A term without postings is unused: it never matches, and a periodic sweep removes it. */
export type Vocabulary = {
  readonly terms: (Term | undefined)[]
  readonly near: FuzzyWords
  find(word: string): Term | undefined
  findStem(stem: string): Stem | undefined
  /** The stems with this root. */
  findRoot(root: string): readonly Stem[]
  findStart(prefix: string): Start | undefined
  /** Used words only, from two letters on. */
  hasPrefix(prefix: string): boolean
  intern(word: string): Term
  /** Adds a word that is not there yet, with its stem and its postings. */
  restore(word: string, stem: string, entries: Uint32Array): void
  termUsed(): void
  termUnused(): void
  readonly usedCount: number
}

export function createVocabulary(): Vocabulary {
  const byWord = new Map<string, Term>()
  const byStem = new Map<string, Stem>()
  const byRoot = new Map<string, Stem[]>()
  const byStart = new Map<string, Start>()
  const terms: (Term | undefined)[] = []
  const free: number[] = []
  const near = createFuzzyWords()
  let unused = 0

  function intern(word: string): Term {
    const existing = byWord.get(word)
    if (existing !== undefined) return existing
    // V8 slices of 13 characters and more reference the whole source text; the copy lets it be collected.
    const copy = word.length < 13 ? word : ` ${word}`.slice(1)
    return create(copy, stemOf(copy), noPostings())
  }

  function create(word: string, text: string, postings: Postings): Term {
    let stem = byStem.get(text)
    if (stem === undefined) {
      stem = { text: text === word ? word : text, terms: [] }
      byStem.set(stem.text, stem)
      near.add(stem.text, stem, undefined)
      const root = rootOf(stem.text)
      const family = byRoot.get(root)
      if (family === undefined) byRoot.set(root, [stem])
      else family.push(stem)
    }
    const number = free.pop() ?? terms.length
    const term: Term = { ...postings, word, stem, number, start: startOf(word), frequency: 0, position: -1 }
    terms[term.number] = term
    stem.terms.push(term)
    byWord.set(word, term)
    term.start?.words.add(term)
    // A word that equals its stem has already been added as the stem.
    if (word !== stem.text) near.add(word, stem, term)
    unused++
    return term
  }

  function startOf(word: string): Start | undefined {
    if (word.length < START_LENGTH) return undefined
    const letters = word.slice(0, START_LENGTH)
    let start = byStart.get(letters)
    if (start === undefined) {
      start = { ...noPostings(), weight: 0, words: createSortedWords() }
      byStart.set(letters, start)
    }
    return start
  }

  function sweep(): void {
    for (const term of terms) {
      if (term === undefined || term.count > 0) continue
      byWord.delete(term.word)
      terms[term.number] = undefined
      free.push(term.number)
      term.stem.terms.splice(term.stem.terms.indexOf(term), 1)
      if (term.stem.terms.length > 0) continue
      byStem.delete(term.stem.text)
      const root = rootOf(term.stem.text)
      const family = (byRoot.get(root) as Stem[]).filter((stem) => stem !== term.stem)
      if (family.length > 0) byRoot.set(root, family)
      else byRoot.delete(root)
    }
    for (const start of byStart.values()) start.words.sweep()
    near.sweep()
    unused = 0
  }

  return {
    terms,
    near,
    findStart: (prefix) => byStart.get(prefix.slice(0, START_LENGTH)),
    hasPrefix: (prefix) => byStart.get(prefix.slice(0, START_LENGTH))?.words.hasPrefix(prefix) ?? false,
    termUsed() {
      unused--
    },
    find: (word) => byWord.get(word),
    findRoot: (root) => byRoot.get(root) ?? [],
    findStem: (stem) => byStem.get(stem),
    intern,
    restore(word, stem, entries) {
      create(word, stem, { entries, count: entries.length })
      unused--
    },
    termUnused() {
      if (++unused > 1000 + byWord.size / 4) sweep()
    },
    get usedCount() {
      return byWord.size - unused
    },
  }
}
