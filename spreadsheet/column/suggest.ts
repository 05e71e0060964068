import { matchKey } from '#rules/project/project.ts'

// "Did you mean": the names that resemble a text.

const LONGEST = 60
const MOST = 3

/** A key that also ignores punctuation and word separators: "Smart-City" is "smart city". */
export const nearKey = (name: string): string => matchKey(name).replace(/[^\p{L}\p{N}+#]+/gu, '')

/** Damerau–Levenshtein distance; Infinity above `most`. */
export function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return Infinity
  let twoAbove: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      let typos = Math.min(above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1), above[j]! + 1, row[j - 1]! + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) typos = Math.min(typos, twoAbove[j - 2]! + 1)
      row.push(typos)
      least = Math.min(least, typos)
    }
    if (least > most) return Infinity
    twoAbove = above
    above = row
  }
  return above[b.length]! > most ? Infinity : above[b.length]!
}

/** At most three names, the most similar first. */
export function suggest(text: string, names: readonly string[]): string[] {
  const key = nearKey(text.slice(0, LONGEST))
  if (key.length < 2) return []
  const most = key.length < 5 ? 1 : key.length < 9 ? 2 : 3
  const ranked: { name: string; rank: number }[] = []
  for (const name of names) {
    const other = nearKey(name.slice(0, LONGEST))
    if (other === '') continue
    const isPart = Math.min(key.length, other.length) >= 4 && (other.includes(key) || key.includes(other))
    const rank = Math.min(distance(key, other, most), isPart ? 3 + Math.abs(key.length - other.length) / LONGEST : Infinity)
    if (rank < Infinity) ranked.push({ name, rank })
  }
  return [...new Set(ranked.toSorted((a, b) => a.rank - b.rank).map(({ name }) => name))].slice(0, MOST)
}

/** The same text is looked up once, and only so many texts: each costs a comparison with every name. */
export function limitedSuggestions(find: (text: string) => string[], most = 200): (text: string) => string[] {
  const found = new Map<string, string[]>()
  return (text) => {
    if (!found.has(text) && found.size < most) found.set(text, find(text))
    return found.get(text) ?? []
  }
}
