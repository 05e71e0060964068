import { type Bits, clearBit, countBoth, hasBit, keepBoth, removeAll, setBit, wordsFor } from './bits.ts'

const SHORTEST_BLOCK = 1024
const MOST_BLOCKS = 64
const NEAR = 64 // a page up to here is looked for at the start of the order first

/**
 * Sorted array of slots: a single change moves one entry, a bulk change sorts once. Every few thousand entries it has the set of all slots
 * up to there: so it finds the n-th match of a filter, or the slots before a position, by combining sets instead of reading entries.
 */
export type Order = {
  slots(): Uint32Array
  insert(slot: number): void
  remove(slot: number): void
  rebuild(slots: Iterable<number>): void
  /** The matching slots from position `first` to before `end`, counting only matching slots; there are that many, and all are in the order. */
  select(matching: Bits, first: number, end: number): number[]
  /** Keeps of `bits` the first `count` slots of the order. */
  keepFirst(bits: Bits, count: number): void
  removeFirst(bits: Bits, count: number): void
}

type Compare = (a: number, b: number) => number
type Sort = (slots: Iterable<number>) => ArrayLike<number>

export function createOrder(compare: Compare, sort: Sort = (slots) => [...slots].sort(compare), shortestBlock = SHORTEST_BLOCK): Order {
  let entries = new Uint32Array(64)
  let count = 0
  // prefixes[k] is the set of the first ends[k] entries; the last prefix has all. Null: not built yet.
  let prefixes: Bits[] | null = null
  let ends: number[] = []
  let changesLeft = 0 // until the blocks between prefixes may have become too long

  // Lower bound: the first position whose entry does not come before the slot.
  const positionOf = (slot: number): number => {
    let low = 0
    let high = count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compare(entries[middle]!, slot) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  function built(): Bits[] {
    if (prefixes !== null) return prefixes
    const block = Math.max(shortestBlock, Math.ceil(count / MOST_BLOCKS))
    let highest = 0
    for (let i = 0; i < count; i++) if (entries[i]! > highest) highest = entries[i]!
    const words = wordsFor(highest + 1)
    const bits = new Uint32Array(words + (words >>> 3) + 32) // space for new slots
    prefixes = []
    ends = []
    changesLeft = block
    for (let i = 0; i < count; i++) {
      setBit(bits, entries[i]!)
      if ((i + 1) % block !== 0 || i + 1 === count) continue
      prefixes.push(bits.slice())
      ends.push(i + 1)
    }
    prefixes.push(bits)
    ends.push(count)
    return prefixes
  }

  /** Reads entries from `start`, before which there are `seen` matches. */
  function walk(matching: Bits, start: number, seen: number, first: number, end: number, most: number): number[] {
    const slots: number[] = []
    const limit = Math.min(count, start + most)
    const all = entries // V8 would read the variable of the closure at every step
    for (let i = start, position = seen; position < end && i < limit; i++) {
      const slot = all[i]!
      if (hasBit(matching, slot) && position++ >= first) slots.push(slot)
    }
    return slots
  }

  function noteInsert(position: number, slot: number): void {
    if (prefixes === null) return
    if (--changesLeft < 0 || slot >>> 5 >= prefixes[0]!.length) {
      prefixes = null
      return
    }
    for (let k = prefixes.length - 1; k >= 0 && (position < ends[k]! || k === prefixes.length - 1); k--) {
      setBit(prefixes[k]!, slot)
      ends[k]!++
    }
  }

  function noteRemoval(position: number, slot: number): void {
    if (prefixes === null) return
    for (let k = prefixes.length - 1; k >= 0 && position < ends[k]!; k--) {
      clearBit(prefixes[k]!, slot)
      ends[k]!--
    }
  }

  return {
    slots: () => entries.subarray(0, count),
    insert(slot) {
      if (count === entries.length) {
        const larger = new Uint32Array(count * 2)
        larger.set(entries)
        entries = larger
      }
      const at = positionOf(slot)
      entries.copyWithin(at + 1, at, count)
      entries[at] = slot
      count++
      noteInsert(at, slot)
    },
    remove(slot) {
      const at = positionOf(slot)
      if (entries[at] !== slot || at >= count) return
      entries.copyWithin(at, at + 1, count)
      count--
      noteRemoval(at, slot)
    },
    rebuild(slots) {
      const sorted = sort(slots)
      count = sorted.length
      entries = new Uint32Array(Math.max(64, count))
      entries.set(sorted)
      prefixes = null
    },
    select(matching, first, end) {
      if (first <= NEAR) {
        const page = walk(matching, 0, 0, first, end, NEAR * 8)
        if (page.length === end - first) return page
      }
      const sets = built()
      // The last prefix with at most `first` matches, by binary search; the page is in the entries that follow.
      let [low, high, before] = [0, sets.length - 1, 0]
      while (low < high) {
        const middle = (low + high) >>> 1
        const matches = countBoth(matching, sets[middle]!)
        if (matches > first) high = middle
        else {
          low = middle + 1
          before = matches
        }
      }
      return walk(matching, low === 0 ? 0 : ends[low - 1]!, before, first, end, count)
    },
    keepFirst(bits, length) {
      const sets = built()
      const k = ends.findIndex((end) => end >= length)
      keepBoth(bits, sets[k]!)
      for (let i = length; i < ends[k]!; i++) clearBit(bits, entries[i]!)
    },
    removeFirst(bits, length) {
      const sets = built()
      const k = ends.findLastIndex((end) => end <= length)
      if (k >= 0) removeAll(bits, sets[k]!)
      for (let i = k < 0 ? 0 : ends[k]!; i < length; i++) clearBit(bits, entries[i]!)
    },
  }
}
