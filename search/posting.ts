// Posting list of a word: one number per document in ascending order, the slot in the upper 22 bits and the weight in the lower 10.

export const WEIGHT_BITS = 10
export const WEIGHT_MASK = (1 << WEIGHT_BITS) - 1
export const MOST_SLOTS = 2 ** (32 - WEIGHT_BITS)

export type Postings = { entries: Uint32Array; count: number }

export const noPostings = (): Postings => ({ entries: new Uint32Array(1), count: 0 })

/** Index of the first entry at or after `slot`. */
export function positionOf(postings: Postings, slot: number): number {
  const entries = postings.entries
  let low = 0
  let high = postings.count
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((entries[middle] as number) >>> WEIGHT_BITS < slot) low = middle + 1
    else high = middle
  }
  return low
}

/** Adds a document, or changes its weight. */
export function putPosting(postings: Postings, slot: number, weight: number): void {
  const { count } = postings
  const entry = slot * (WEIGHT_MASK + 1) + weight
  // Slots mostly come in ascending order, so appending is tried first.
  const atEnd = count === 0 || (postings.entries[count - 1] as number) >>> WEIGHT_BITS < slot
  const position = atEnd ? count : positionOf(postings, slot)
  if (!atEnd && (postings.entries[position] as number) >>> WEIGHT_BITS === slot) {
    postings.entries[position] = entry
    return
  }
  if (count === postings.entries.length) {
    const grown = new Uint32Array(count < 4 ? 4 : count < 1000 ? count * 2 : count + (count >> 1))
    grown.set(postings.entries)
    postings.entries = grown
  }
  if (!atEnd) postings.entries.copyWithin(position + 1, position, count)
  postings.entries[position] = entry
  postings.count = count + 1
}

export function removePosting(postings: Postings, slot: number): void {
  const position = positionOf(postings, slot)
  const { entries, count } = postings
  if (position === count || (entries[position] as number) >>> WEIGHT_BITS !== slot) return
  entries.copyWithin(position, position + 1, count)
  postings.count = count - 1
  if (count > 64 && postings.count < entries.length >> 2) postings.entries = entries.slice(0, count)
}
