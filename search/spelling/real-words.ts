// Bloom filter of the stems of correctly written English and Russian words. A word of a query that no document has is not taken for a
// typo of another word when it is a word itself: sword is not word. One of 300 other words is taken for a real one.

const HASHES = 8

export type RealWords = { has(stem: string): boolean }
export const noRealWords: RealWords = { has: () => false }

function* positionsOf(stem: string, bits: number): Generator<number> {
  let [first, second] = [0x811c9dc5, 0x9747b28c]
  for (let i = 0; i < stem.length; i++) {
    const code = stem.charCodeAt(i)
    first = Math.imul(first ^ code, 0x01000193)
    second = Math.imul(second ^ code, 0x5bd1e995)
  }
  for (let i = 0; i < HASHES; i++) yield ((Math.imul(second | 1, i) + first) >>> 0) % bits
}

export function makeRealWords(stems: Iterable<string>, bytes: number): Uint8Array {
  const filter = new Uint8Array(bytes)
  for (const stem of stems) for (const at of positionsOf(stem, bytes * 8)) filter[at >>> 3]! |= 1 << (at & 7)
  return filter
}

export const readRealWords = (filter: Uint8Array): RealWords => ({
  has(stem) {
    for (const at of positionsOf(stem, filter.length * 8)) if (((filter[at >>> 3]! >>> (at & 7)) & 1) === 0) return false
    return true
  },
})
