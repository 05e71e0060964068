import { addConcepts, addFamily, addMatches, isMatched, noMatches } from '#search/match/matches.ts'
import type { QueryWord, Reading } from '#search/query-word.ts'
import { stemOf } from '#search/word/stem.ts'

const LONGEST_PHRASE = 4

/** Adds the documents with other words of the same meaning to each word, the longest phrases first. */
export function addConceptMatches(words: QueryWord[], read: Reading): void {
  const { vocabulary, concepts } = read
  // A word that does not exist is a typo rather than a relative of another.
  for (const { stem, direct, related } of words) if (isMatched(direct) || concepts.isWord(stem)) addFamily(related, vocabulary, stem)
  for (let at = 0; at < words.length; ) at += Math.max(1, addLongestPhrase(words, at, read))
}

/** Returns the number of words of the longest phrase found at this position. */
function addLongestPhrase(words: QueryWord[], at: number, { vocabulary, concepts }: Reading): number {
  for (let length = Math.min(LONGEST_PHRASE, words.length - at); length > 0; length--) {
    const phrase = words.slice(at, at + length)
    const found = { concept: noMatches(), related: noMatches() }
    const stems = phrase.map(({ stem }) => stem)
    addConcepts(found, vocabulary, concepts.expand(stems))
    // Written as one word: `chat bot` is the concept chatbot.
    if (length > 1) addConcepts(found, vocabulary, concepts.expand([stemOf(phrase.map(({ word }) => word).join(''))]))
    if (!isMatched(found.concept) && !isMatched(found.related)) continue
    for (const word of phrase) {
      addMatches(word.concept, found.concept)
      addMatches(word.related, found.related)
      word.isInPhrase ||= length > 1
    }
    return length
  }
  return 0
}
