import type { WordMatches } from './match.ts'
import { stemOf } from './stem.ts'
import { stopWords } from './stop-words.ts'
import type { Stem, Term } from './term.ts'
import { asGuessed, asTyped } from './typo.ts'
import { START_LENGTH, type Vocabulary } from './vocabulary.ts'
import { EXACT, FORM, ONE_TYPO, PREFIX, TWO_TYPOS } from './weight.ts'
import { normalise, scanWords } from './words.ts'

const MOST_WORDS = 32
const LONGEST_QUERY = 1000

/** Typo tolerance for an unknown word: none, normal, or reduced because the word is already a correction. */
export type Leniency = 'strict' | 'typos' | 'guessed'

/** The distinct words of a query; stop words only when there are no others. */
export function wordsOf(text: string): { words: string[]; last: string } {
  const all = new Set<string>()
  let last = ''
  scanWords(normalise(text.length > LONGEST_QUERY ? text.slice(0, LONGEST_QUERY) : text), (word, alias) => {
    if (alias || (all.size === MOST_WORDS && !all.has(word))) return
    all.add(word)
    last = word
  })
  const significant = [...all].filter((word) => !stopWords.has(word))
  return { words: significant.length > 0 ? significant : [...all], last }
}

/** The matches of one word; null when there are none. */
export function resolve(vocabulary: Vocabulary, word: string, isLast: boolean, leniency: Leniency): WordMatches | null {
  const matches: WordMatches = { lists: [], factors: [], matching: 0 }
  const exact = vocabulary.find(word)
  const stemText = exact?.stem.text ?? stemOf(word)
  const stem = exact?.stem ?? vocabulary.findStem(stemText)
  if (stem !== undefined) for (const term of stem.terms) addTerm(matches, term, term === exact ? EXACT : FORM)
  if (isLast && word.length >= 2) addPrefix(matches, vocabulary, word, stem)
  if (matches.lists.length === 0 && leniency !== 'strict') {
    for (const near of vocabulary.near.find(word, stemText, leniency === 'typos' ? asTyped : asGuessed)) {
      for (const term of near.stem.terms) addTerm(matches, term, near.typos === 1 ? ONE_TYPO : TWO_TYPOS)
    }
  }
  return matches.lists.length === 0 ? null : matches
}

function addPrefix(matches: WordMatches, vocabulary: Vocabulary, prefix: string, stem: Stem | undefined): void {
  const start = vocabulary.findStart(prefix)
  if (start === undefined || start.count === 0) return
  if (prefix.length > START_LENGTH) {
    for (const term of start.words.startingWith(prefix)) if (term.stem !== stem) addTerm(matches, term, PREFIX)
    return
  }
  matches.lists.push(start)
  matches.factors.push(PREFIX)
  // The documents of the start include those of the word itself.
  matches.matching = Math.max(matches.matching, start.count)
}

function addTerm(matches: WordMatches, term: Term, factor: number): void {
  if (term.count === 0) return
  matches.lists.push(term)
  matches.factors.push(factor)
  matches.matching += term.count
}
