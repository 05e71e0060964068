// Finding an entry of a short vocabulary by what someone has typed so far: names that begin with it, then those with a word that
// begins with it, then those that hold it, then those one slip of the finger away.

import { matchKey, nameKey } from './project.ts'

const TYPO_FROM = 4 // letters; in shorter words another word is as likely as a slip

// The smallest number of slips (wrong, missing, extra, swapped letters) between the typed text and some beginning of the word.
function slipsToPrefix(typed: string, word: string): number {
  const width = word.length + 1
  let twoAbove: number[] = []
  let above = Array.from({ length: width }, (_, j) => j)
  for (let i = 1; i <= typed.length; i++) {
    const row = [i]
    for (let j = 1; j < width; j++) {
      const same = typed[i - 1] === word[j - 1]
      let slips = Math.min(above[j - 1]! + (same ? 0 : 1), above[j]! + 1, row[j - 1]! + 1)
      if (i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1]) slips = Math.min(slips, twoAbove[j - 2]! + 1)
      row.push(slips)
    }
    twoAbove = above
    above = row
  }
  return Math.min(...above)
}

const wordStarts = (name: string): string[] => [...name.matchAll(/[\p{L}\p{N}+#.]+/gu)].map((match) => name.slice(match.index))

type Name = { key: string; starts: string[] }

// How well the typed text fits, smaller is better; undefined = not at all.
function fit(typed: string, { key, starts }: Name): number | undefined {
  if (key === typed) return 0
  if (key.startsWith(typed)) return 1
  if (starts.some((rest) => rest.startsWith(typed))) return 2
  if (typed.length >= 3 && key.includes(typed)) return 3
  if (typed.length >= TYPO_FROM && starts.some((rest) => slipsToPrefix(typed, rest.slice(0, typed.length + 1)) <= 1)) return 4
  return undefined
}

/** Finds entries by what was typed: in the order of their fit; equals keep the order they came in. An alias counts a little less than the name. */
export type Matcher<T> = (typed: string) => T[]

// The keys of all names are computed once, not for each query.
export function createMatcher<T>(entries: readonly T[], namesOf: (entry: T) => readonly string[]): Matcher<T> {
  const known = entries.map((entry) => ({
    entry,
    names: namesOf(entry).map((name): Name => ({ key: nameKey(name), starts: wordStarts(nameKey(name)) })),
  }))
  return (typed) => {
    const wanted = matchKey(typed)
    if (wanted === '') return [...entries]
    return known
      .map(({ entry, names }) => ({
        entry,
        fit: Math.min(...names.map((name, i) => (fit(wanted, name) ?? Infinity) + (i === 0 ? 0 : 0.5))),
      }))
      .filter((candidate) => candidate.fit !== Infinity)
      .sort((a, b) => a.fit - b.fit)
      .map((candidate) => candidate.entry)
  }
}
