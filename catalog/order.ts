// Sorted array of slots: a single change moves one entry, a bulk change sorts once.

export type Order = {
  slots(): Uint32Array
  insert(slot: number): void
  remove(slot: number): void
  rebuild(slots: Iterable<number>): void
}

export function createOrder(compare: (a: number, b: number) => number): Order {
  let entries = new Uint32Array(64)
  let count = 0

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
    },
    remove(slot) {
      const at = positionOf(slot)
      if (entries[at] !== slot || at >= count) return
      entries.copyWithin(at, at + 1, count)
      count--
    },
    rebuild(slots) {
      const sorted = [...slots].sort(compare)
      count = sorted.length
      entries = new Uint32Array(Math.max(64, count))
      entries.set(sorted)
    },
  }
}
