import type { Stem, Term } from '#search/term.ts'
import { hasMoreBits, isAllLetters, letterSet, type TypoLimits, typosAllowed, typosBetween } from './typo.ts'

const MOST_STEMS = 16
// The most expensive step. Limits the cost of a query of mistyped words only, each with seven corrections.
const MOST_LOOKUPS = 16

type Bucket = { sets: Int32Array; texts: string[]; stems: Stem[]; terms: (Term | undefined)[]; count: number }
type Near = { stem: Stem; typos: number }

export type FuzzyWords = {
  /** A new query: clears the cache and the count of lookups. */
  begin(): void
  add(text: string, stem: Stem, term: Term | undefined): void
  find(word: string, stem: string, limits: TypoLimits): Near[]
  sweep(): void
}

/**
 * Fuzzy lookup by edit distance. Words and stems are in buckets by script and length; a bucket is scanned completely, but a 32-bit set
 * of letters per word rules out nearly all candidates before the distance is computed. There are no false negatives.
 */
export function createFuzzyWords(): FuzzyWords {
  const buckets = new Map<number, Bucket>()
  const cache = new Map<string, Near[]>()

  function add(text: string, stem: Stem, term: Term | undefined): void {
    if (text.length < 3 || !isAllLetters(text)) return
    const key = bucketKey(text, text.length)
    let bucket = buckets.get(key)
    if (bucket === undefined) {
      bucket = { sets: new Int32Array(16), texts: [], stems: [], terms: [], count: 0 }
      buckets.set(key, bucket)
    }
    if (bucket.count === bucket.sets.length) {
      const grown = new Int32Array(bucket.count * 2)
      grown.set(bucket.sets)
      bucket.sets = grown
    }
    bucket.sets[bucket.count++] = letterSet(text)
    bucket.texts.push(text)
    bucket.stems.push(stem)
    bucket.terms.push(term)
  }

  function collect(word: string, limit: number, found: Map<Stem, number>): void {
    const set = letterSet(word)
    for (let length = word.length - limit; length <= word.length + limit; length++) {
      const bucket = buckets.get(bucketKey(word, length))
      if (bucket === undefined) continue
      const { sets, count } = bucket
      for (let i = 0; i < count; i++) {
        const other = sets[i] as number
        if (hasMoreBits(set & ~other, limit) || hasMoreBits(other & ~set, limit)) continue
        const term = bucket.terms[i]
        if (term !== undefined && term.count === 0) continue
        const typos = typosBetween(word, bucket.texts[i] as string, limit)
        if (typos > limit) continue
        const stem = bucket.stems[i] as Stem
        if (typos < (found.get(stem) ?? 9)) found.set(stem, typos)
      }
    }
  }

  /** The nearest stems only: a match at distance 1 excludes those at distance 2. */
  function nearestTo(word: string, stem: string, limits: TypoLimits): Near[] {
    const found = new Map<Stem, number>()
    const limit = typosAllowed(word, limits)
    if (limit > 0) collect(word, limit, found)
    // Stems match words that are both mistyped and inflected: проэктов for проект.
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
      cache.clear()
    },
    find(word, stem, limits) {
      const key = `${word} ${limits.one}`
      const cached = cache.get(key)
      if (cached !== undefined) return cached
      if (cache.size === MOST_LOOKUPS) return []
      const nearest = nearestTo(word, stem, limits)
      cache.set(key, nearest)
      return nearest
    },
    sweep() {
      const old = [...buckets.values()]
      buckets.clear()
      for (const bucket of old) {
        for (let i = 0; i < bucket.count; i++) {
          const stem = bucket.stems[i] as Stem
          const term = bucket.terms[i]
          if (term === undefined ? stem.terms.length > 0 : term.count > 0) add(bucket.texts[i] as string, stem, term)
        }
      }
    },
  }
}

const bucketKey = (word: string, length: number) => length * 2 + (word.charCodeAt(0) >= 0x400 ? 1 : 0)

function documentsOf(stem: Stem): number {
  let documents = 0
  for (const term of stem.terms) documents += term.count
  return documents
}
