// One long word as two: beehive = bee hive, 55cm = 55 cm.

const SHORTEST_PART = 3
const SHORTEST_WORD = 7

/** Where a word may be cut: between letters and digits, or anywhere with at least three letters on both sides. */
export function cutsOf(word: string): [string, string][] {
  const boundary = /^(?:\p{L}+(?=\p{N})|\p{N}+(?=\p{L}))/u.exec(word)?.[0].length
  if (boundary !== undefined) return [[word.slice(0, boundary), word.slice(boundary)]]
  const cuts: [string, string][] = []
  if (word.length < SHORTEST_WORD) return cuts
  for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at++) cuts.push([word.slice(0, at), word.slice(at)])
  // The most even cut first.
  return cuts.sort((a, b) => Math.abs(a[0].length - a[1].length) - Math.abs(b[0].length - b[1].length))
}
