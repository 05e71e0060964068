import type { Concepts } from './concept/concepts.ts'
import { addConceptMatches } from './concept/expand.ts'
import { addStem } from './match/matches.ts'
import { EXACT } from './match/weight.ts'
import { type Piece, type QueryWord, queryWord } from './query-word.ts'
import { correctPieces } from './spelling/correct.ts'
import type { Vocabulary } from './vocabulary.ts'
import { isIdle } from './word/idle-words.ts'
import { stemOf } from './word/stem.ts'
import { stopWords } from './word/stop-words.ts'
import { wordsIn } from './word/words.ts'

const MOST_WORDS = 32
const LONGEST_QUERY = 1000
const LONGEST_JOIN = 3
const SHORTEST_JOINED = 4

export type Query = {
  readonly words: QueryWord[]
  /** Looks up the concepts of all words. A query that finds enough without them does not need it. */
  expand(): void
}

/**
 * Reads a query: which documents match each of its words. Words that only say that somebody is looking for something are left out, except
 * in the strict modes.
 */
export function readQuery(text: string, vocabulary: Vocabulary, concepts: Concepts, mode?: 'all' | 'exact'): Query {
  const pieces = piecesOf(text.slice(0, LONGEST_QUERY), vocabulary)
  const read = { vocabulary, concepts }
  addJoined(pieces, vocabulary)
  let isExpanded = false
  const expand = () => {
    if (isExpanded) return
    isExpanded = true
    addConceptMatches(significantOf(pieces), read)
  }
  if (mode !== 'exact') correctPieces(pieces, read, expand)
  const words = distinctWords(pieces.flatMap((piece) => piece.words))
  return { words: withoutIdle(words, mode !== undefined), expand }
}

/** The query in pieces, each with its words. A word is read once, though it may be repeated. */
function piecesOf(text: string, vocabulary: Vocabulary): Piece[] {
  const seen = new Set<string>()
  const pieces: { text: string; words: string[] }[] = []
  for (const chunk of text.split(/\s+/)) {
    const words = wordsIn(chunk).filter((word) => !seen.has(word))
    const taken = words.slice(0, MOST_WORDS - seen.size)
    for (const word of taken) seen.add(word)
    if (taken.length > 0) pieces.push({ text: chunk, words: taken })
  }
  const last = wordsIn(text).slice(-1)[0]
  return pieces.map(({ text, words }) => ({ text, words: words.map((word) => queryWord(word, word === last, vocabulary)) }))
}

/** Idle words only when there are no others; stop words only when there is nothing else. Words of a phrase such as search engine stay. */
function withoutIdle(words: QueryWord[], isStrict: boolean): QueryWord[] {
  const isLeftOut = ({ word, isInPhrase }: QueryWord) => !isInPhrase && isIdle(word)
  const isStopWord = ({ word }: QueryWord) => stopWords.has(word)
  for (const isNeedless of isStrict ? [isStopWord] : [isLeftOut, isStopWord]) {
    const others = words.filter((word) => !isNeedless(word))
    if (others.length > 0) return others
  }
  return words
}

const distinctWords = (words: QueryWord[]): QueryWord[] => [...new Map(words.map((word) => [word.word, word])).values()]

/** `chat bot` also finds chatbot: neighbours are looked up as one word. */
function addJoined(pieces: Piece[], vocabulary: Vocabulary): void {
  const words = pieces.flatMap((piece) => piece.words)
  for (let at = 0; at + 1 < words.length; at++) {
    let start = (words[at] as QueryWord).word
    for (let end = at + 1; end < words.length && end - at < LONGEST_JOIN; end++) {
      const { word } = words[end] as QueryWord
      const isPossible = start.length + word.length >= SHORTEST_JOINED && vocabulary.hasPrefix(start + word.slice(0, 2))
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
