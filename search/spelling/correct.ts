import { addConceptMatches } from '#search/concept/expand.ts'
import { addList, addStem, documentsWithAll } from '#search/match/matches.ts'
import { ONE_TYPO, SPLIT, TWO_TYPOS } from '#search/match/weight.ts'
import { isUnmatched, type Piece, type QueryWord, queryWord, type Reading } from '#search/query-word.ts'
import type { Term } from '#search/term.ts'
import type { Vocabulary } from '#search/vocabulary.ts'
import { isIdle } from '#search/word/idle-words.ts'
import { cutsOf } from '#search/word/split.ts'
import { stemOf } from '#search/word/stem.ts'
import { stopWords } from '#search/word/stop-words.ts'
import { wordsIn } from '#search/word/words.ts'
import { exactReadings, roughReadings } from './readings.ts'
import type { Lexicon } from './spelling.ts'
import { asGuessed, asTyped, type TypoLimits, typosBetween } from './typo.ts'

// Readings of one or two letters would match by chance.
const SHORTEST_READING = 3
const LONGEST_READING = 60
const MOST_WORDS_IN_READING = 8
const MOST_SPLITS = 3

const isUnread = (piece: Piece): boolean => piece.words.some((word) => isUnmatched(word) && !isIdle(word.word))

/**
 * Looks for another reading of the pieces without matches. Exact readings come before typos, typos of what was typed before typos of
 * its other readings.
 */
export function correctPieces(pieces: Piece[], read: Reading, expand: () => void): void {
  if (!pieces.some(isUnread)) return
  expand()
  for (const piece of pieces) if (isUnread(piece)) readExactly(piece, read)
  for (const piece of pieces)
    for (const word of piece.words.filter(isUnmatched)) if (!read.concepts.isWord(word.stem)) addTypos(word, asTyped, read.vocabulary)
  for (const piece of pieces) if (isUnread(piece) && isReadable(piece, read)) readRoughly(piece, read)
  dropIdleReadings(pieces)
}

function readExactly(piece: Piece, read: Reading): void {
  const { text } = piece
  for (const compound of [text.replace(/[-.‐]/g, ''), text.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')])
    if (compound !== text && take(piece, wordsFor(piece, compound, read))) return
  for (const word of piece.words.filter(isUnmatched)) if (!read.concepts.isWord(word.stem)) addSplit(word, read.vocabulary)
  if (!isUnread(piece) || !isReadable(piece, read)) return
  const lexicon = lexiconOf(read.vocabulary)
  for (const typed of typedForms(text))
    for (const reading of exactReadings(typed, lexicon)) if (take(piece, wordsFor(piece, reading, read), typed)) return
}

function readRoughly(piece: Piece, read: Reading): void {
  for (const typed of typedForms(piece.text))
    for (const reading of roughReadings(typed)) if (take(piece, wordsFor(piece, reading, read, asGuessed), typed)) return
}

/** Punctuation around a word may be letters of the other keyboard layout, or punctuation. */
function typedForms(text: string): string[] {
  const typed = text.toLowerCase()
  return [...new Set([typed, typed.replace(/^[^\p{L}\p{N}]+/u, '').replace(/[^\p{L}\p{N}]{1,10}$/u, '')])]
}

function isReadable({ text, words }: Piece, { concepts }: Reading): boolean {
  const isReal = words.every(({ word, stem }) => concepts.isListed(stem) || isIdle(word))
  return text.length >= SHORTEST_READING && text.length <= LONGEST_READING && !isReal
}

const lexiconOf = (vocabulary: Vocabulary): Lexicon => ({
  hasPrefix: vocabulary.hasPrefix,
  hasWord: (word) => (vocabulary.find(word)?.count ?? 0) > 0,
  hasStem: (stem) => vocabulary.findStem(stem)?.terms.some(({ count }) => count > 0) ?? false,
})

/** The words of a reading; null unless it has a word that counts, and all such words match. */
function wordsFor(piece: Piece, reading: string, read: Reading, typos?: TypoLimits): QueryWord[] | null {
  const isLast = piece.words.some((word) => word.isLast)
  const texts = wordsIn(reading).slice(0, MOST_WORDS_IN_READING)
  if (!texts.some((word) => word.length >= SHORTEST_READING && !stopWords.has(word))) return null
  const words = texts.map((word, at) => queryWord(word, isLast && at === texts.length - 1, read.vocabulary))
  addConceptMatches(words, read)
  if (typos !== undefined) for (const word of words.filter(isUnmatched)) addTypos(word, typos, read.vocabulary)
  return words.some((word) => isUnmatched(word) && !isIdle(word.word)) ? null : words
}

/** `typed`: the reading is a correction of it, not just another way to write a compound. */
function take(piece: Piece, words: QueryWord[] | null, typed?: string): boolean {
  if (words === null) return false
  if (typed !== undefined) {
    const to = words.map(({ word, correction }) => correction?.to ?? word).join(' ')
    for (const [at, word] of words.entries()) {
      word.typed = typed
      word.correction = at === 0 ? { from: typed, to } : null
    }
  }
  piece.words = words
  return true
}

/** In a query typed with the other layout, lkz is для: a piece that reads as stop words is left out when another piece was read anew. */
function dropIdleReadings(pieces: Piece[]): void {
  if (!pieces.some(({ words }) => words.some(({ correction }) => correction !== null))) return
  for (const piece of pieces)
    if (isUnread(piece) && roughReadings(piece.text.toLowerCase()).some((reading) => wordsIn(reading).every((word) => stopWords.has(word))))
      piece.words = []
}

/** beehive finds documents with bee and hive. */
function addSplit(word: QueryWord, vocabulary: Vocabulary): void {
  let tries = 0
  for (const cut of cutsOf(word.word)) {
    if (cut.some((part) => stopWords.has(part))) continue
    const terms = cut.map((part) => vocabulary.find(part))
    if (!terms.every((term): term is Term => term !== undefined && term.count > 0)) continue
    if (++tries > MOST_SPLITS) return
    const together = documentsWithAll(terms.map(({ stem }) => stem))
    if (together.count === 0) continue
    addList(word.direct, together, SPLIT)
    for (const { stem } of terms) for (const term of stem.terms) word.splitWords.add(term.word)
    return
  }
}

function addTypos(word: QueryWord, limits: TypoLimits, vocabulary: Vocabulary): void {
  let best: Candidate | null = null
  for (const { stem, typos } of vocabulary.near.find(word.word, stemOf(word.word), limits)) {
    addStem(word.direct, stem, typos === 1 ? ONE_TYPO : TWO_TYPOS)
    for (const term of stem.terms) {
      if (term.count === 0) continue
      const found = { text: term.word, typos: typosBetween(word.word, term.word, 4), documents: term.count }
      if (best === null || isNearer(found, best)) best = found
    }
  }
  if (best !== null) word.correction = { from: word.word, to: best.text }
}

type Candidate = { text: string; typos: number; documents: number }
const isNearer = (a: Candidate, b: Candidate): boolean =>
  a.typos !== b.typos ? a.typos < b.typos : a.documents !== b.documents ? a.documents > b.documents : a.text < b.text
