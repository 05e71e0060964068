import type { SortedWords, Term } from '#search/term.ts'

// With 200,000 projects thousands of words may share three letters; the first ones in alphabetical order are used.
export const MOST_WORDS_PER_PREFIX = 10_000
const MOST_RECENT = 32

/** Sorted words. New ones are buffered, so that a write is cheap; a search merges the buffer when it is too long. */
export function createSortedWords(): SortedWords {
  let sorted: Term[] = []
  let recent: Term[] = []

  function mergeRecent(): void {
    sorted = sorted.concat(recent).sort(byWord)
    recent = []
  }

  return {
    add(term) {
      recent.push(term)
    },
    startingWith(prefix) {
      if (recent.length > MOST_RECENT) mergeRecent()
      const found: Term[] = []
      for (let at = positionOf(sorted, prefix); at < sorted.length && found.length < MOST_WORDS_PER_PREFIX; at++) {
        const term = sorted[at] as Term
        if (!term.word.startsWith(prefix)) break
        if (term.count > 0) found.push(term)
      }
      const before = found.length
      for (const term of recent) if (term.count > 0 && term.word.startsWith(prefix)) found.push(term)
      if (found.length <= MOST_WORDS_PER_PREFIX || before === found.length) return found
      return found.sort(byWord).slice(0, MOST_WORDS_PER_PREFIX)
    },
    hasPrefix(prefix) {
      if (recent.length > MOST_RECENT) mergeRecent()
      for (let at = positionOf(sorted, prefix); at < sorted.length; at++) {
        const term = sorted[at] as Term
        if (!term.word.startsWith(prefix)) break
        if (term.count > 0) return true
      }
      return recent.some((term) => term.count > 0 && term.word.startsWith(prefix))
    },
    sweep() {
      sorted = sorted.filter((term) => term.count > 0)
      recent = recent.filter((term) => term.count > 0)
    },
  }
}

const byWord = (a: Term, b: Term) => (a.word < b.word ? -1 : 1)

function positionOf(sorted: Term[], word: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] as Term).word < word) low = middle + 1
    else high = middle
  }
  return low
}
