/** Minimum length of a word for one typo, and for two. */
export type TypoLimits = { one: number; two: number }
export const asTyped: TypoLimits = { one: 4, two: 7 }
/** Stricter: the word is already a correction. */
export const asGuessed: TypoLimits = { one: 6, two: 10 }

/** Maximum edit distance for a word. None with signs or digits (c++, h264, 2024). */
export function typosAllowed(word: string, limits: TypoLimits): 0 | 1 | 2 {
  if (word.length < limits.one || !isAllLetters(word)) return 0
  return word.length < limits.two ? 1 : 2
}

const letters = /^\p{L}+$/u

export function isAllLetters(word: string): boolean {
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i)
    // The regular expression takes microseconds and every new word is tested, so it is used only outside these two alphabets.
    if (!((code >= 97 && code <= 122) || (code >= 0x430 && code <= 0x45f))) return letters.test(word)
  }
  return word.length > 0
}

/** The letters of a word as a 32-bit set: Latin a–z and Cyrillic а–я without collisions, others modulo 32. */
export function letterSet(word: string): number {
  let set = 0
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i)
    set |= 1 << ((code >= 0x430 ? code - 0x430 : code - 97) & 31)
  }
  return set
}

/** More than one, or two, bits: each step clears the lowest. */
export function hasMoreBits(bits: number, limit: number): boolean {
  let rest = bits & (bits - 1)
  if (limit === 2) rest &= rest - 1
  return rest !== 0
}

const WIDTH = 64
let older = new Uint8Array(WIDTH)
let previous = new Uint8Array(WIDTH)
let current = new Uint8Array(WIDTH)

/** Bounded Damerau–Levenshtein distance (insertion, deletion, substitution, transposition); `limit + 1` when it exceeds `limit`. */
export function typosBetween(a: string, b: string, limit: number): number {
  let start = 0
  let aEnd = a.length
  let bEnd = b.length
  if (Math.abs(aEnd - bEnd) > limit || aEnd >= WIDTH || bEnd >= WIDTH) return limit + 1
  while (start < aEnd && start < bEnd && a.charCodeAt(start) === b.charCodeAt(start)) start++
  while (aEnd > start && bEnd > start && a.charCodeAt(aEnd - 1) === b.charCodeAt(bEnd - 1)) {
    aEnd--
    bEnd--
  }
  const columns = bEnd - start
  if (aEnd === start) return Math.min(columns, limit + 1)
  if (columns === 0) return Math.min(aEnd - start, limit + 1)
  if (limit === 1) {
    // Without common prefix and suffix, one typo is a substitution or a transposition.
    if (columns === 1 && aEnd - start === 1) return 1
    const isSwap =
      columns === 2 &&
      aEnd - start === 2 &&
      a.charCodeAt(start) === b.charCodeAt(start + 1) &&
      a.charCodeAt(start + 1) === b.charCodeAt(start)
    return isSwap ? 1 : 2
  }
  for (let j = 0; j <= columns; j++) previous[j] = j
  for (let i = 1; i <= aEnd - start; i++) {
    const letter = a.charCodeAt(start + i - 1)
    let least = i
    current[0] = i
    for (let j = 1; j <= columns; j++) {
      const other = b.charCodeAt(start + j - 1)
      let cost = (previous[j - 1] as number) + (letter === other ? 0 : 1)
      cost = Math.min(cost, (previous[j] as number) + 1, (current[j - 1] as number) + 1)
      if (i > 1 && j > 1 && letter === b.charCodeAt(start + j - 2) && a.charCodeAt(start + i - 2) === other) {
        cost = Math.min(cost, (older[j - 2] as number) + 1)
      }
      current[j] = cost
      if (cost < least) least = cost
    }
    if (least > limit) return limit + 1
    const spare = older
    older = previous
    previous = current
    current = spare
  }
  return Math.min(previous[columns] as number, limit + 1)
}
