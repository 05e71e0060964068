// Bitsets of slots: 20,000 projects are 2.5 KB, and combining two filters is 625 machine words.

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
  return (((n + (n >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

export function countBits(bits: Bits): number {
  let count = 0
  for (let i = 0; i < bits.length; i++) count += ones(bits[i]!)
  return count
}

export function keepBoth(target: Bits, other: Bits): void {
  for (let i = 0; i < target.length; i++) target[i]! &= other[i]!
}

export function addAll(target: Bits, other: Bits): void {
  for (let i = 0; i < target.length; i++) target[i]! |= other[i]!
}
