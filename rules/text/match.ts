// Autocomplete in a short vocabulary. Ranking: prefix of the name, prefix of one of its words, substring, one typo.

import { matchKey, nameKey } from '#rules/project/project.ts'

const TYPO_FROM = 4 // letters; in shorter queries a typo matches too many other words

// Minimum Damerau–Levenshtein distance between the query and any prefix of the word.
function distanceToPrefix(typed: string, word: string): number {
  const width = word.length + 1
  let twoAbove: number[] = []
  let above = Array.from({ length: width }, (_, j) => j)
  for (let i = 1; i <= typed.length; i++) {
    const row = [i]
    for (let j = 1; j < width; j++) {
      const same = typed[i - 1] === word[j - 1]
      let typos = Math.min(above[j - 1]! + (same ? 0 : 1), above[j]! + 1, row[j - 1]! + 1)
      if (i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1]) typos = Math.min(typos, twoAbove[j - 2]! + 1)
      row.push(typos)
    }
    twoAbove = above
    above = row
  }
  return Math.min(...above)
}

const wordStarts = (name: string): string[] => [...name.matchAll(/[\p{L}\p{N}+#.]+/gu)].map((match) => name.slice(match.index))

// A word that is shorter by two letters needs two typos: a long query costs nothing.
const mayFit = (typed: string, rest: string): boolean => rest.length >= typed.length - 1

type Name = { key: string; starts: string[] }

// Rank of the match, smaller is better; undefined = no match.
function fit(typed: string, { key, starts }: Name): number | undefined {
  if (key === typed) return 0
  if (key.startsWith(typed)) return 1
  if (starts.some((rest) => rest.startsWith(typed))) return 2
  if (typed.length >= 3 && key.includes(typed)) return 3
  if (
    typed.length >= TYPO_FROM &&
    starts.some((rest) => mayFit(typed, rest) && distanceToPrefix(typed, rest.slice(0, typed.length + 1)) <= 1)
  )
    return 4
  return undefined
}

/** Sorted by rank; ties keep their order. An alias ranks slightly below the name. */
export type Matcher<T> = (typed: string) => T[]

// Computes the keys of all names once, not per query.
export function createMatcher<T>(entries: readonly T[], namesOf: (entry: T) => readonly string[]): Matcher<T> {
  const indexed = entries.map((entry) => ({
    entry,
    names: namesOf(entry).map((name): Name => ({ key: nameKey(name), starts: wordStarts(nameKey(name)) })),
  }))
  return (typed) => {
    const query = matchKey(typed)
    if (query === '') return [...entries]
    return indexed
      .map(({ entry, names }) => ({
        entry,
        fit: Math.min(...names.map((name, i) => (fit(query, name) ?? Infinity) + (i === 0 ? 0 : 0.5))),
      }))
      .filter((candidate) => candidate.fit !== Infinity)
      .sort((a, b) => a.fit - b.fit)
      .map((candidate) => candidate.entry)
  }
}
