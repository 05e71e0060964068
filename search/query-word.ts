import type { Concepts } from './concept/concepts.ts'
import type { WordMatches } from './match/match.ts'
import { directMatches, isMatched, noMatches } from './match/matches.ts'
import type { Vocabulary } from './vocabulary.ts'
import { stemOf } from './word/stem.ts'

export type Correction = { from: string; to: string }

/** A word of a query with the documents that match it. */
export type QueryWord = {
  /** The word that is searched, in lower case. */
  readonly word: string
  /** What was typed for it. */
  typed: string
  readonly stem: string
  readonly isLast: boolean
  /** Documents with the word, a form, a correction, or a compound of it. */
  readonly direct: WordMatches
  /** Documents with another word of the same meaning. */
  readonly concept: WordMatches
  /** Documents with a narrower word, or one of the same family. */
  readonly related: WordMatches
  /** Part of a phrase of several words in the dictionary. */
  isInPhrase: boolean
  /** The parts of a split word, for highlighting. */
  readonly splitWords: Set<string>
  correction: Correction | null
}

/** A part of a query between spaces. */
export type Piece = { readonly text: string; words: QueryWord[] }
export type Reading = { readonly vocabulary: Vocabulary; readonly concepts: Concepts }

export function queryWord(word: string, isLast: boolean, vocabulary: Vocabulary): QueryWord {
  const stem = vocabulary.find(word)?.stem.text ?? stemOf(word)
  return {
    word,
    typed: word,
    stem,
    isLast,
    direct: directMatches(vocabulary, word, stem, isLast),
    concept: noMatches(),
    related: noMatches(),
    isInPhrase: false,
    splitWords: new Set(),
    correction: null,
  }
}

export const isUnmatched = ({ direct, concept, related }: QueryWord): boolean => ![direct, concept, related].some(isMatched)
