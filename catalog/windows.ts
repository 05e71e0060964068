import type { Interval } from '#rules/project/project.ts'
import type { Bits } from './find/bits.ts'
import { createOrder, type Order } from './find/order.ts'

const EARLIEST = -2_147_483_648
const LATEST = 2_147_483_647
const SLOTS = 2 ** 22 // a day and a slot are exact in one double
const bounded = (day: number): number => Math.max(EARLIEST, Math.min(LATEST, day))

/** One interval of days per slot; finds those that overlap another one. */

export function createWindows() {
  let from = new Int32Array(1024)
  let to = new Int32Array(1024)
  const byStart = byDay(() => from)
  const byEnd = byDay(() => to)
  let isSorted = false // after a bulk load, until the first use

  return {
    /** The slot must have been removed before. */
    put(slot: number, interval: Interval): void {
      if (slot >= from.length) {
        from = longer(from, slot)
        to = longer(to, slot)
      }
      from[slot] = bounded(interval.from)
      to[slot] = bounded(interval.to)
      if (!isSorted || isEmpty(slot)) return
      byStart.order.insert(slot)
      byEnd.order.insert(slot)
    },
    remove(slot: number): void {
      if (!isSorted) return
      byStart.order.remove(slot)
      byEnd.order.remove(slot)
    },
    /** For bulk loads: until the next sort() nothing can be searched. */
    drop(): void {
      isSorted = false
    },
    sort(slots: () => Iterable<number>): void {
      if (isSorted) return
      isSorted = true
      const used = [...slots()].filter((slot) => !isEmpty(slot))
      byStart.order.rebuild(used)
      byEnd.order.rebuild(used)
    },
    /** Keeps the slots whose interval overlaps: it starts before the end of the other one, and does not end before its start. */
    keepOverlapping(bits: Bits, interval: Interval): void {
      if (interval.from > interval.to) return void bits.fill(0)
      byStart.order.keepFirst(bits, byStart.countUpTo(interval.to))
      byEnd.order.removeFirst(bits, byEnd.countUpTo(interval.from - 1))
    },
    from: (slot: number): number => from[slot]!,
    to: (slot: number): number => to[slot]!,
  }

  // An empty interval overlaps nothing; it is in neither order.
  function isEmpty(slot: number): boolean {
    return from[slot]! > to[slot]!
  }
}

function byDay(days: () => Int32Array): { order: Order; countUpTo(day: number): number } {
  const order = createOrder(
    (a, b) => days()[a]! - days()[b]! || a - b,
    (slots) => {
      const column = days()
      // Sorted as numbers: ten times as fast as with a comparison function.
      const keys = Float64Array.from(slots, (slot) => column[slot]! * SLOTS + slot).sort()
      return Uint32Array.from(keys, (key) => key - Math.floor(key / SLOTS) * SLOTS)
    },
  )
  return {
    order,
    countUpTo(day) {
      const slots = order.slots()
      const column = days()
      let low = 0
      let high = slots.length
      while (low < high) {
        const middle = (low + high) >>> 1
        if (column[slots[middle]!]! <= day) low = middle + 1
        else high = middle
      }
      return low
    },
  }
}

function longer(column: Int32Array, slot: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * slot)
  larger.set(column)
  return larger
}
