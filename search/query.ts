import type { Concepts } from './concepts.ts'
import { isIdle } from './idle-words.ts'
import type { WordMatches } from './match.ts'
import { addConcepts, addFamily, addList, addMatches, addStem, directMatches, documentsWithAll, isMatched, noMatches } from './matches.ts'
import { exactReadings, roughReadings } from './readings.ts'
import { cutsOf } from './split.ts'
import { stemOf } from './stem.ts'
import { stopWords } from './stop-words.ts'
import { asGuessed, asTyped, type TypoLimits, typosBetween } from './typo.ts'
import type { Vocabulary } from './vocabulary.ts'
import { EXACT, ONE_TYPO, TWO_TYPOS } from './weight.ts'
import { normalise, scanWords } from './words.ts'

const MOST_WORDS = 32
const LONGEST_QUERY = 1000
const LONGEST_JOIN = 3
const LONGEST_PHRASE = 4
// Readings of one or two letters would match by chance.
const SHORTEST_READING = 3
const LONGEST_READING = 60
const MOST_SPLITS = 3

export type Correction = { from: string; to: string }

/** A word of a query with the documents that match it. */
export type QueryWord = {
  /** As typed, in lower case. */
  readonly word: string
  readonly stem: string
  readonly isLast: boolean
  direct: WordMatches
  /** Documents with another word of the same meaning. */
  concept: WordMatches
  /** Documents with a narrower word, or one of the same family. */
  related: WordMatches
  /** The words of phrases in `concept` and of splits, for highlighting. */
  readonly phraseWords: Set<string>
  /** What was searched instead of what was typed. */
  correction: Correction | null
}

export function wordsIn(text: string): string[] {
  const words: string[] = []
  scanWords(normalise(text), (word, isAlias) => {
    if (!isAlias) words.push(word)
  })
  return words
}

type Piece = { text: string; words: QueryWord[] }
export type Query = {
  readonly words: QueryWord[]
  /** Looks up the concepts of all words. A query that finds enough without them does not need it. */
  expand(): void
}

/** Reads a query: which documents match each of its words. Words that only say that somebody is looking for something are left out. */
export function readQuery(text: string, vocabulary: Vocabulary, concepts: Concepts): Query {
  const pieces = piecesOf(text.slice(0, LONGEST_QUERY), vocabulary)
  const read = { vocabulary, concepts }
  addJoined(pieces, vocabulary)
  let isExpanded = false
  const expand = () => {
    if (isExpanded) return
    isExpanded = true
    addConceptMatches(significantOf(pieces), read)
  }
  const needsMore = (piece: Piece) => piece.words.some((word) => isUnmatched(word) && !isIdle(word.word))
  if (pieces.some(needsMore)) {
    expand()
    for (const piece of pieces) if (needsMore(piece)) correctPiece(piece, read)
  }
  return { words: distinctWords(withoutIdle(pieces.flatMap(({ words }) => words))), expand }
}

const isUnmatched = ({ direct, concept, related }: QueryWord): boolean => ![direct, concept, related].some(isMatched)

function piecesOf(text: string, vocabulary: Vocabulary): Piece[] {
  const pieces: Piece[] = []
  const chunks = text.split(/\s+/).filter((chunk) => chunk !== '')
  let count = 0
  for (const [at, chunk] of chunks.entries()) {
    const words = wordsIn(chunk).slice(0, MOST_WORDS - count)
    count += words.length
    const isLastChunk = at === chunks.length - 1
    pieces.push({ text: chunk, words: words.map((word, i) => queryWord(word, isLastChunk && i === words.length - 1, vocabulary)) })
  }
  return pieces.filter(({ words }) => words.length > 0)
}

function queryWord(word: string, isLast: boolean, vocabulary: Vocabulary): QueryWord {
  const stem = vocabulary.find(word)?.stem.text ?? stemOf(word)
  const direct = directMatches(vocabulary, word, stem, isLast)
  return { word, stem, isLast, direct, concept: noMatches(), related: noMatches(), phraseWords: new Set(), correction: null }
}

/** Idle words only when there are no others; stop words only when there is nothing else. */
function withoutIdle(words: QueryWord[]): QueryWord[] {
  for (const isLeftOut of [(word: string) => isIdle(word), (word: string) => stopWords.has(word)]) {
    const others = words.filter(({ word }) => !isLeftOut(word))
    if (others.length > 0) return others
  }
  return words
}

function distinctWords(words: QueryWord[]): QueryWord[] {
  const found = new Map<string, QueryWord>()
  for (const word of words) if (!found.has(word.word) || word.isLast) found.set(word.word, word)
  return [...found.values()]
}

/** `chat bot` also finds chatbot: neighbours are looked up as one word. */
function addJoined(pieces: Piece[], vocabulary: Vocabulary): void {
  const words = pieces.flatMap((piece) => piece.words)
  for (let at = 0; at + 1 < words.length; at++) {
    let start = (words[at] as QueryWord).word
    for (let end = at + 1; end < words.length && end - at < LONGEST_JOIN; end++) {
      const { word } = words[end] as QueryWord
      const isPossible = start.length + word.length > SHORTEST_READING && vocabulary.hasPrefix(start + word.slice(0, 2))
      start += word
      const joined = isPossible ? vocabulary.findStem(stemOf(start)) : undefined
      if (joined !== undefined) for (const each of words.slice(at, end + 1)) addStem(each.direct, joined, EXACT)
    }
  }
}

/** Concepts are looked for in the words that count, without the stop words between them. */
function significantOf(pieces: Piece[]): QueryWord[] {
  const words = pieces.flatMap((piece) => piece.words)
  const significant = words.filter(({ word }) => !stopWords.has(word))
  return significant.length > 0 ? significant : words
}

function addConceptMatches(words: QueryWord[], { vocabulary, concepts }: Reading): void {
  // A word that does not exist is a typo rather than a relative of another.
  for (const { stem, direct, related } of words) if (isMatched(direct) || concepts.isWord(stem)) addFamily(related, vocabulary, stem)
  for (let at = 0; at < words.length; ) {
    const length = addLongestPhrase(words, at, vocabulary, concepts)
    at += Math.max(1, length)
  }
}

/** Returns the number of words of the longest phrase found at this position. */
function addLongestPhrase(words: QueryWord[], at: number, vocabulary: Vocabulary, concepts: Concepts): number {
  const longest = Math.min(LONGEST_PHRASE, words.length - at)
  for (let length = longest; length > 0; length--) {
    const phrase = words.slice(at, at + length)
    const found = { concept: noMatches(), related: noMatches() }
    addConcepts(
      found,
      vocabulary,
      concepts,
      phrase.map(({ stem }) => stem),
    )
    // Written as one word: `chat bot` is the concept chatbot.
    if (length > 1) addConcepts(found, vocabulary, concepts, [stemOf(phrase.map(({ word }) => word).join(''))])
    if (!isMatched(found.concept) && !isMatched(found.related)) continue
    for (const word of phrase) for (const kind of ['concept', 'related'] as const) addMatches(word[kind], found[kind])
    return length
  }
  return 0
}

type Reading = { vocabulary: Vocabulary; concepts: Concepts }

/** Other readings before typos; typos of the text as typed before typos of its other readings. */
function correctPiece(piece: Piece, read: Reading): void {
  const { text, words } = piece
  const compound = text.replace(/[-.‐]/g, '')
  if (compound !== text && replace(piece, compound, read, null, false)) return
  for (const word of words.filter(isUnmatched)) addSplit(word, read.vocabulary)
  if (!words.some(isUnmatched)) return
  const isReal = words.every(({ word, stem }) => read.concepts.isListed(stem) || isIdle(word))
  const isReadable = text.length >= SHORTEST_READING && text.length <= LONGEST_READING && !isReal
  if (isReadable) {
    const { vocabulary } = read
    const lexicon = {
      hasPrefix: vocabulary.hasPrefix,
      hasWord: (word: string) => (vocabulary.find(word)?.count ?? 0) > 0,
      hasStem: (stem: string) => vocabulary.findStem(stem)?.terms.some(({ count }) => count > 0) ?? false,
    }
    for (const reading of exactReadings(text.toLowerCase(), lexicon)) if (replace(piece, reading, read, null)) return
  }
  for (const word of words.filter(isUnmatched)) if (!read.concepts.isWord(word.stem)) addTypos(word, word.word, asTyped, read.vocabulary)
  if (!words.some(isUnmatched) || !isReadable) return
  for (const reading of roughReadings(text.toLowerCase())) if (replace(piece, reading, read, asGuessed)) return
}

/** Takes the reading if all its words match. Another way to write a compound is not a correction. */
function replace(piece: Piece, reading: string, read: Reading, typos: TypoLimits | null, isOtherReading = true): boolean {
  const isLast = piece.words.some((word) => word.isLast)
  const texts = wordsIn(reading)
  if (texts.length === 0 || texts.every((word) => word.length < SHORTEST_READING && !isIdle(word))) return false
  const words = texts.map((word, at) => queryWord(word, isLast && at === texts.length - 1, read.vocabulary))
  addConceptMatches(words, read)
  if (typos !== null) for (const word of words.filter(isUnmatched)) addTypos(word, word.word, typos, read.vocabulary)
  if (words.some((word) => isUnmatched(word) && !isIdle(word.word))) return false
  if (isOtherReading) noteReading(words, piece.text, reading)
  piece.words = words
  return true
}

/** The whole piece was read in another way, and words of the reading may have been corrected further. */
function noteReading(words: QueryWord[], typed: string, reading: string): void {
  const to = words.reduce((text, { word, correction }) => (correction === null ? text : text.replace(word, correction.to)), reading)
  for (const [at, word] of words.entries()) word.correction = at === 0 ? { from: typed, to } : null
}

function addSplit(word: QueryWord, vocabulary: Vocabulary): void {
  let tries = 0
  for (const cut of cutsOf(word.word)) {
    const terms = cut.map((part) => vocabulary.find(part))
    if (terms.some((term) => term === undefined || term.count === 0)) continue
    if (++tries > MOST_SPLITS) return
    const together = documentsWithAll(terms.map((term) => (term as NonNullable<typeof term>).stem))
    if (together.count === 0) continue
    addList(word.direct, together, EXACT)
    return
  }
}

function addTypos(word: QueryWord, text: string, limits: TypoLimits, vocabulary: Vocabulary): void {
  let best: { text: string; typos: number; documents: number } | null = null
  for (const { stem, typos } of vocabulary.near.find(text, stemOf(text), limits)) {
    addStem(word.direct, stem, typos === 1 ? ONE_TYPO : TWO_TYPOS)
    for (const term of stem.terms) {
      if (term.count === 0) continue
      const found = { text: term.word, typos: typosBetween(text, term.word, 4), documents: term.count }
      if (best === null || isNearer(found, best)) best = found
    }
  }
  if (best !== null) word.correction = { from: word.word, to: best.text }
}

type Found = { text: string; typos: number; documents: number }
const isNearer = (a: Found, b: Found): boolean =>
  a.typos !== b.typos ? a.typos < b.typos : a.documents !== b.documents ? a.documents > b.documents : a.text < b.text
