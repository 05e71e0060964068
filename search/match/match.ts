import { type Postings, positionOf, WEIGHT_BITS, WEIGHT_MASK } from '#search/posting.ts'

/** The posting lists that match one word of the query, each with a factor for the quality of the match. */
export type WordMatches = { lists: Postings[]; factors: number[]; matching: number }
export type Hits = { count: number; slots: Uint32Array; scores: Float32Array }
export type Matcher = { grow(slots: number): void; match(matches: WordMatches[], rarities: number[]): Hits }

/** Intersects the matches of all words; a score is the sum of the best match per word. The next match reuses the buffers. */
export function createMatcher(): Matcher {
  let round = new Uint32Array(64)
  let best = new Float32Array(64)
  let total = new Float32Array(64)
  let passed = new Uint32Array(64)
  let found = new Uint32Array(64)
  let rounds = 0

  /** The first list of the first word: nothing to intersect with yet. */
  function fill(list: Postings, factor: number): number {
    const { entries, count } = list
    for (let i = 0; i < count; i++) {
      const entry = entries[i] as number
      const slot = entry >>> WEIGHT_BITS
      round[slot] = rounds
      best[slot] = (entry & WEIGHT_MASK) * factor
      found[i] = slot
    }
    return count
  }

  /** Adds the documents of the list that matched all words before. */
  function scan(list: Postings, factor: number, first: boolean, count: number): number {
    const { entries, count: length } = list
    const mark = rounds
    for (let i = 0; i < length; i++) {
      const entry = entries[i] as number
      const slot = entry >>> WEIGHT_BITS
      const seen = round[slot] as number
      const score = (entry & WEIGHT_MASK) * factor
      if (seen === mark) {
        if (score > (best[slot] as number)) best[slot] = score
      } else if (first || seen === mark - 1) {
        round[slot] = mark
        best[slot] = score
        found[count++] = slot
      }
    }
    return count
  }

  /** The same for few candidates and a long list: binary search per candidate instead of reading the list. */
  function probe(list: Postings, factor: number, candidates: number, count: number): number {
    for (let i = 0; i < candidates; i++) {
      const slot = passed[i] as number
      const position = positionOf(list, slot)
      if (position === list.count) continue
      const entry = list.entries[position] as number
      if (entry >>> WEIGHT_BITS !== slot) continue
      const score = (entry & WEIGHT_MASK) * factor
      if (round[slot] === rounds) {
        if (score > (best[slot] as number)) best[slot] = score
      } else {
        round[slot] = rounds
        best[slot] = score
        found[count++] = slot
      }
    }
    return count
  }

  return {
    grow(slots) {
      if (slots <= round.length) return
      const size = Math.max(slots, round.length * 2)
      round = new Uint32Array(size)
      best = new Float32Array(size)
      total = new Float32Array(size)
      passed = new Uint32Array(size)
      found = new Uint32Array(size)
      rounds = 0
    },
    match(matches, rarities) {
      if (rounds > 0xffff_0000) {
        round.fill(0)
        rounds = 0
      }
      let candidates = 0
      for (let word = 0; word < matches.length; word++) {
        const { lists, factors } = matches[word] as WordMatches
        const first = word === 0
        let count = 0
        rounds++
        for (let i = 0; i < lists.length; i++) {
          const list = lists[i] as Postings
          const factor = (factors[i] as number) * (rarities[word] as number)
          if (first && i === 0) count = fill(list, factor)
          else if (!first && candidates * 12 < list.count) count = probe(list, factor, candidates, count)
          else count = scan(list, factor, first, count)
        }
        for (let i = 0; i < count; i++) {
          const slot = found[i] as number
          total[slot] = (first ? 0 : (total[slot] as number)) + (best[slot] as number)
        }
        const spare = passed
        passed = found
        found = spare
        candidates = count
        if (count === 0) break
      }
      // `best` is no longer needed: reuse it for the scores, parallel to the slots.
      for (let i = 0; i < candidates; i++) best[i] = total[passed[i] as number] as number
      return { count: candidates, slots: passed, scores: best }
    },
  }
}
