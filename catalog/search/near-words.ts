import type { Stem, Term } from './term.ts'
import { hasMoreBits, isAllLetters, letterSet, type TypoLimits, typosAllowed, typosBetween } from './typo.ts'

const MOST_STEMS = 16
// Looking for near words is the dearest step. A query of mistyped words only, read in seven ways, must not take it a hundred times.
const MOST_LOOKUPS = 16

type Shelf = { sets: Int32Array; texts: string[]; stems: Stem[]; terms: (Term | undefined)[]; count: number }
type Near = { stem: Stem; typos: number }

export type NearWords = {
  /** A new question: forgets the answers to the last one, and counts the lookups anew. */
  begin(): void
  add(text: string, stem: Stem, term: Term | undefined): void
  find(word: string, stem: string, limits: TypoLimits): Near[]
  sweep(): void
}

/**
 * Words a few typos away. Both the words themselves and their stems lie on shelves by script and length; a shelf is read from end to end,
 * but one word's set of letters, a 32-bit number, rules out nearly all others before letters are compared. Nothing near is missed.
 */
export function createNearWords(): NearWords {
  const shelves = new Map<number, Shelf>()
  const answers = new Map<string, Near[]>()

  function add(text: string, stem: Stem, term: Term | undefined): void {
    if (text.length < 3 || !isAllLetters(text)) return
    const key = shelfOf(text, text.length)
    let shelf = shelves.get(key)
    if (shelf === undefined) {
      shelf = { sets: new Int32Array(16), texts: [], stems: [], terms: [], count: 0 }
      shelves.set(key, shelf)
    }
    if (shelf.count === shelf.sets.length) {
      const grown = new Int32Array(shelf.count * 2)
      grown.set(shelf.sets)
      shelf.sets = grown
    }
    shelf.sets[shelf.count++] = letterSet(text)
    shelf.texts.push(text)
    shelf.stems.push(stem)
    shelf.terms.push(term)
  }

  function collect(word: string, limit: number, found: Map<Stem, number>): void {
    const set = letterSet(word)
    for (let length = word.length - limit; length <= word.length + limit; length++) {
      const shelf = shelves.get(shelfOf(word, length))
      if (shelf === undefined) continue
      const { sets, count } = shelf
      for (let i = 0; i < count; i++) {
        const other = sets[i] as number
        if (hasMoreBits(set & ~other, limit) || hasMoreBits(other & ~set, limit)) continue
        const term = shelf.terms[i]
        if (term !== undefined && term.count === 0) continue
        const typos = typosBetween(word, shelf.texts[i] as string, limit)
        if (typos > limit) continue
        const stem = shelf.stems[i] as Stem
        if (typos < (found.get(stem) ?? 9)) found.set(stem, typos)
      }
    }
  }

  /** The nearest stems only: with one typo away something, nothing two typos away is meant. */
  function nearestTo(word: string, stem: string, limits: TypoLimits): Near[] {
    const found = new Map<Stem, number>()
    const limit = typosAllowed(word, limits)
    if (limit > 0) collect(word, limit, found)
    // Stems find what is both mistyped and in another form: проэктов for проект.
    const stemLimit = stem === word ? 0 : typosAllowed(stem, limits)
    if (stemLimit > 0) collect(stem, stemLimit, found)
    let least = 9
    for (const [each, typos] of found) if (typos < least && documentsOf(each) > 0) least = typos
    const nearest: Near[] = []
    for (const [each, typos] of found) if (typos === least && documentsOf(each) > 0) nearest.push({ stem: each, typos })
    if (nearest.length <= MOST_STEMS) return nearest
    nearest.sort((a, b) => documentsOf(b.stem) - documentsOf(a.stem) || (a.stem.text < b.stem.text ? -1 : 1))
    return nearest.slice(0, MOST_STEMS)
  }

  return {
    add,
    begin() {
      answers.clear()
    },
    find(word, stem, limits) {
      const question = `${word} ${limits.one}`
      const known = answers.get(question)
      if (known !== undefined) return known
      if (answers.size === MOST_LOOKUPS) return []
      const nearest = nearestTo(word, stem, limits)
      answers.set(question, nearest)
      return nearest
    },
    sweep() {
      const old = [...shelves.values()]
      shelves.clear()
      for (const shelf of old) {
        for (let i = 0; i < shelf.count; i++) {
          const stem = shelf.stems[i] as Stem
          const term = shelf.terms[i]
          if (term === undefined ? stem.terms.length > 0 : term.count > 0) add(shelf.texts[i] as string, stem, term)
        }
      }
    },
  }
}

const shelfOf = (word: string, length: number) => length * 2 + (word.charCodeAt(0) >= 0x400 ? 1 : 0)

function documentsOf(stem: Stem): number {
  let documents = 0
  for (const term of stem.terms) documents += term.count
  return documents
}
