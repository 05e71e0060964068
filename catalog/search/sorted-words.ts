import type { SortedWords, Term } from './term.ts'

// At 200,000 projects thousands of words may share three letters; beyond this many, the alphabet decides which count.
export const MOST_WORDS_PER_PREFIX = 10_000
const MOST_RECENT = 32

/** Some words in order. New ones wait unsorted, so that a change costs nothing; a search that finds too many waiting sorts them in. */
export function createSortedWords(): SortedWords {
  let sorted: Term[] = []
  let recent: Term[] = []

  function settle(): void {
    sorted = sorted.concat(recent).sort(byWord)
    recent = []
  }

  return {
    add(term) {
      recent.push(term)
    },
    startingWith(prefix) {
      if (recent.length > MOST_RECENT) settle()
      const found: Term[] = []
      for (let at = placeOf(sorted, prefix); at < sorted.length && found.length < MOST_WORDS_PER_PREFIX; at++) {
        const term = sorted[at] as Term
        if (!term.word.startsWith(prefix)) break
        if (term.count > 0) found.push(term)
      }
      const before = found.length
      for (const term of recent) if (term.count > 0 && term.word.startsWith(prefix)) found.push(term)
      if (found.length <= MOST_WORDS_PER_PREFIX || before === found.length) return found
      return found.sort(byWord).slice(0, MOST_WORDS_PER_PREFIX)
    },
    sweep() {
      sorted = sorted.filter((term) => term.count > 0)
      recent = recent.filter((term) => term.count > 0)
    },
  }
}

const byWord = (a: Term, b: Term) => (a.word < b.word ? -1 : 1)

function placeOf(sorted: Term[], word: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] as Term).word < word) low = middle + 1
    else high = middle
  }
  return low
}
