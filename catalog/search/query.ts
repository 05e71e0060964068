import type { Wanted } from './match.ts'
import { stemOf } from './stem.ts'
import { stopWords } from './stop-words.ts'
import type { Stem, Term } from './term.ts'
import { asGuessed, asTyped } from './typo.ts'
import { START_LENGTH, type Vocabulary } from './vocabulary.ts'
import { EXACT, FORM, ONE_TYPO, PREFIX, TWO_TYPOS } from './weight.ts'
import { normalise, scanWords } from './words.ts'

const MOST_WORDS = 32
const LONGEST_QUERY = 1000

/** How lenient to be with a word that stands nowhere: not at all, as people mistype, or less than that because the word is a guess already. */
export type Leniency = 'strict' | 'typos' | 'guessed'

/** The words asked for, without repeats; function words only when there is nothing else. */
export function wordsOf(text: string): { words: string[]; last: string } {
  const all = new Set<string>()
  let last = ''
  scanWords(normalise(text.length > LONGEST_QUERY ? text.slice(0, LONGEST_QUERY) : text), (word, alias) => {
    if (alias || (all.size === MOST_WORDS && !all.has(word))) return
    all.add(word)
    last = word
  })
  const telling = [...all].filter((word) => !stopWords.has(word))
  return { words: telling.length > 0 ? telling : [...all], last }
}

/** What answers one word; null when nothing does. */
export function resolve(vocabulary: Vocabulary, word: string, isLast: boolean, leniency: Leniency): Wanted | null {
  const wanted: Wanted = { lists: [], factors: [], matching: 0 }
  const exact = vocabulary.find(word)
  const stemText = exact?.stem.text ?? stemOf(word)
  const stem = exact?.stem ?? vocabulary.findStem(stemText)
  if (stem !== undefined) for (const term of stem.terms) want(wanted, term, term === exact ? EXACT : FORM)
  if (isLast && word.length >= 2) wantPrefix(wanted, vocabulary, word, stem)
  if (wanted.lists.length === 0 && leniency !== 'strict') {
    for (const near of vocabulary.near.find(word, stemText, leniency === 'typos' ? asTyped : asGuessed)) {
      for (const term of near.stem.terms) want(wanted, term, near.typos === 1 ? ONE_TYPO : TWO_TYPOS)
    }
  }
  return wanted.lists.length === 0 ? null : wanted
}

function wantPrefix(wanted: Wanted, vocabulary: Vocabulary, prefix: string, stem: Stem | undefined): void {
  const start = vocabulary.findStart(prefix)
  if (start === undefined || start.count === 0) return
  if (prefix.length > START_LENGTH) {
    for (const term of start.words.startingWith(prefix)) if (term.stem !== stem) want(wanted, term, PREFIX)
    return
  }
  wanted.lists.push(start)
  wanted.factors.push(PREFIX)
  // The start's documents hold those of the word itself: counted once.
  wanted.matching = Math.max(wanted.matching, start.count)
}

function want(wanted: Wanted, term: Term, factor: number): void {
  if (term.count === 0) return
  wanted.lists.push(term)
  wanted.factors.push(factor)
  wanted.matching += term.count
}
