import { type Postings, positionOf, WEIGHT_BITS, WEIGHT_MASK } from '#search/posting.ts'
import type { Hits, WordMatches } from './match.ts'

/** Hits that have some of the words. */
export type SomeHits = Hits & {
  /** The words that at least one hit has, as bits. */
  found: number
  /** The words that every hit has. */
  inAll: number
}
export type WeighedWord = { matches: WordMatches; weight: number }
export type SomeMatcher = {
  /** Scores the documents; words must be sorted by descending weight, at most 32. `least` is the lowest share of the weight that is asked for later. */
  score(words: WeighedWord[], least: number): void
  /** The accepted documents that cover this share of the weight. */
  hits(share: number, accepts: (slot: number) => boolean): SomeHits
}

// Having a word counts more than where and how often.
const PRESENCE = 0.5
const ROUNDING = 1e-6
/** A match of another kind than the word itself covers it less. */
const coverage = (factor: number) => 0.85 + 0.15 * factor

/** Ranks documents by how much of a query they cover. */
export function createSomeMatcher(): SomeMatcher {
  let size = 0
  let covered = new Float32Array(0)
  let scores = new Float32Array(0)
  let bestCover = new Float32Array(0)
  let bestScore = new Float32Array(0)
  let masks = new Uint32Array(0)
  let isCandidate = new Uint8Array(0)
  let slots: number[] = []
  let total = 0

  function grow(most: number): void {
    if (most <= size) return
    size = Math.max(most, size * 2)
    covered = new Float32Array(size)
    scores = new Float32Array(size)
    bestCover = new Float32Array(size)
    bestScore = new Float32Array(size)
    masks = new Uint32Array(size)
    isCandidate = new Uint8Array(size)
  }

  function takeWord({ matches, weight }: WeighedWord, at: number, isOpen: boolean): void {
    const touched: number[] = []
    const take = (entry: number, factor: number) => {
      const slot = entry >>> WEIGHT_BITS
      if (isCandidate[slot] === 0) {
        if (!isOpen) return
        isCandidate[slot] = 1
        slots.push(slot)
      }
      const score = factor * weight * (PRESENCE + ((1 - PRESENCE) * (entry & WEIGHT_MASK)) / WEIGHT_MASK)
      if (bestCover[slot] === 0) touched.push(slot)
      bestCover[slot] = Math.max(bestCover[slot] as number, weight * coverage(factor))
      bestScore[slot] = Math.max(bestScore[slot] as number, score)
    }
    for (const [i, list] of matches.lists.entries()) {
      const factor = matches.factors[i] as number
      if (isOpen || slots.length * 12 > list.count) for (let j = 0; j < list.count; j++) take(list.entries[j] as number, factor)
      else for (const slot of slots) takeAt(list, slot, (entry) => take(entry, factor))
    }
    for (const slot of touched) {
      covered[slot]! += bestCover[slot] as number
      scores[slot]! += bestScore[slot] as number
      masks[slot]! |= 1 << at
      bestCover[slot] = 0
      bestScore[slot] = 0
    }
  }

  return {
    score(words, least) {
      for (const slot of slots) {
        covered[slot] = 0
        scores[slot] = 0
        masks[slot] = 0
        isCandidate[slot] = 0
      }
      slots = []
      grow(1 + Math.max(0, ...words.flatMap(({ matches }) => matches.lists.map(lastSlot))))
      total = words.reduce((sum, { weight }) => sum + weight, 0)
      let rest = total
      for (const [at, word] of words.entries()) {
        // A document that has none of the words so far cannot cover enough any more.
        takeWord(word, at, rest >= least * total - ROUNDING)
        rest -= word.weight
      }
      slots.sort((a, b) => a - b)
    },
    hits(share, accepts) {
      const enough = slots.filter((slot) => (covered[slot] as number) >= share * total - ROUNDING && accepts(slot))
      let [found, inAll] = [0, -1]
      for (const slot of enough) {
        found |= masks[slot] as number
        inAll &= masks[slot] as number
      }
      return {
        count: enough.length,
        slots: Uint32Array.from(enough),
        scores: Float32Array.from(enough, (slot) => scores[slot] as number),
        found,
        inAll,
      }
    },
  }
}

const lastSlot = ({ entries, count }: Postings): number => (entries[count - 1] as number) >>> WEIGHT_BITS

function takeAt(list: Postings, slot: number, take: (entry: number) => void): void {
  const position = positionOf(list, slot)
  if (position === list.count) return
  const entry = list.entries[position] as number
  if (entry >>> WEIGHT_BITS === slot) take(entry)
}
