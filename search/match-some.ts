import type { Hits, WordMatches } from './match.ts'
import { type Postings, positionOf, WEIGHT_BITS, WEIGHT_MASK } from './posting.ts'

/** Hits that have some of the words; `found` are the indexes of the words that at least one hit has. */
export type SomeHits = Hits & { found: Set<number> }

// Having a word counts more than where and how often.
const PRESENCE = 0.5

/** A match of another kind than the word itself covers it less. */
const coverage = (factor: number) => 0.85 + 0.15 * factor

/**
 * Documents that cover at least `least` of the query, where a word without matches counts as much as the others. `weights` has the weight
 * of each word; words must be sorted by descending weight.
 */
export function matchSome(words: WordMatches[], weights: number[], least: number): SomeHits {
  const needed = least * weights.reduce((sum, weight) => sum + weight, 0)
  const candidates = new Map<number, { covered: number; score: number; words: number }>()
  let rest = weights.reduce((sum, weight) => sum + weight, 0)
  for (const [at, { lists, factors }] of words.entries()) {
    const weight = weights[at] as number
    // A document that has none of the words so far cannot cover enough any more.
    const isOpen = rest >= needed
    rest -= weight
    const best = new Map<number, { covered: number; score: number }>()
    for (const [i, list] of lists.entries()) {
      const factor = factors[i] as number
      const take = (slot: number, value: number) => {
        const score = factor * weight * (PRESENCE + ((1 - PRESENCE) * value) / WEIGHT_MASK)
        const before = best.get(slot)
        if (before === undefined) best.set(slot, { covered: weight * coverage(factor), score })
        else {
          before.covered = Math.max(before.covered, weight * coverage(factor))
          before.score = Math.max(before.score, score)
        }
      }
      if (isOpen || candidates.size * 12 > list.count) {
        for (let j = 0; j < list.count; j++) {
          const entry = list.entries[j] as number
          const slot = entry >>> WEIGHT_BITS
          if (isOpen || candidates.has(slot)) take(slot, entry & WEIGHT_MASK)
        }
      } else for (const slot of candidates.keys()) takeAt(list, slot, take)
    }
    for (const [slot, { covered, score }] of best) {
      const candidate = candidates.get(slot)
      if (candidate === undefined) candidates.set(slot, { covered, score, words: 1 << at })
      else {
        candidate.covered += covered
        candidate.score += score
        candidate.words |= 1 << at
      }
    }
  }
  return hitsOf(candidates, needed, words.length)
}

function takeAt(list: Postings, slot: number, take: (slot: number, value: number) => void): void {
  const position = positionOf(list, slot)
  if (position === list.count) return
  const entry = list.entries[position] as number
  if (entry >>> WEIGHT_BITS === slot) take(slot, entry & WEIGHT_MASK)
}

function hitsOf(candidates: Map<number, { covered: number; score: number; words: number }>, needed: number, words: number): SomeHits {
  const enough = [...candidates].filter(([, { covered }]) => covered >= needed).sort((a, b) => a[0] - b[0])
  const found = new Set<number>()
  for (const [, candidate] of enough) for (let at = 0; at < words; at++) if ((candidate.words >>> at) & 1) found.add(at)
  return {
    count: enough.length,
    slots: Uint32Array.from(enough, ([slot]) => slot),
    scores: Float32Array.from(enough, ([, { score }]) => score),
    found,
  }
}
