// Bitsets of slots: 20,000 projects are 2.5 KB, and combining two filters is 625 machine words.
// `target` may be shorter than the other bitset: only its own words are used.

export type Bits = Uint32Array

export const wordsFor = (capacity: number): number => (capacity + 31) >>> 5
export const hasBit = (bits: Bits, slot: number): boolean => ((bits[slot >>> 5]! >>> (slot & 31)) & 1) === 1

export function setBit(bits: Bits, slot: number): void {
  bits[slot >>> 5]! |= 1 << (slot & 31)
}

export function clearBit(bits: Bits, slot: number): void {
  bits[slot >>> 5]! &= ~(1 << (slot & 31))
}

export function grown(bits: Bits, capacity: number): Bits {
  const larger = new Uint32Array(wordsFor(capacity))
  larger.set(bits)
  return larger
}

const ones = (word: number): number => {
  let n = word - ((word >>> 1) & 0x55555555)
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

export const countBits = (bits: Bits): number => countBoth(bits, bits)

/** The number of slots in both. */
export function countBoth(a: Bits, b: Bits): number {
  const length = Math.min(a.length, b.length)
  let count = 0
  for (let i = 0; i < length; i++) count += ones(a[i]! & b[i]!)
  return count
}

export function keepBoth(target: Bits, other: Bits): void {
  for (let i = 0; i < target.length; i++) target[i]! &= other[i]!
}

export function addAll(target: Bits, other: Bits): void {
  for (let i = 0; i < target.length; i++) target[i]! |= other[i]!
}

export function removeAll(target: Bits, other: Bits): void {
  for (let i = 0; i < target.length; i++) target[i]! &= ~other[i]!
}

/** Writes the slots in ascending order, or those of `all` that are not in `bits`, and returns their number. */
export function slotsInto(slots: Uint32Array, bits: Bits, all: Bits | null = null): number {
  let count = 0
  for (let word = 0; word < bits.length; word++) {
    // As a signed integer, so that V8 keeps it a small integer.
    let left = all === null ? bits[word]! | 0 : all[word]! & ~bits[word]!
    for (; left !== 0; left &= left - 1) slots[count++] = (word << 5) | (31 - Math.clz32(left & -left))
  }
  return count
}
