import { WEIGHT_MASK } from '#search/posting.ts'
import type { Term } from '#search/term.ts'
import type { Vocabulary } from '#search/vocabulary.ts'
import { camelCaseParts, normalise, scanWords } from '#search/word/words.ts'
import { type FieldWeight, nameWeight, restWeight, shortWeight, tagWeight } from './weight.ts'

/** `rest` = description (Markdown), client, requirements. */
export type SearchText = { name: string; tags: string[]; shortDescription: string; rest: string[] }
export type Weigher = { weigh(text: SearchText, take: (term: Term, weight: number) => void): void }

/** Turns a document into its distinct words, each with its weight. */
export function createWeigher(vocabulary: Vocabulary): Weigher {
  // Reused between documents; the counts are kept separately.
  const terms: Term[] = []
  const missed: number[] = []
  const fieldTerms: Term[] = []
  let termCount = 0
  let fieldCount = 0
  let words = 0

  function count(word: string, alias: boolean): void {
    const term = vocabulary.intern(word)
    if (term.frequency++ === 0) fieldTerms[fieldCount++] = term
    if (!alias) words++
  }

  const countAlias = (word: string): void => count(word, true)

  function weighField(texts: string[], weight: FieldWeight): void {
    words = 0
    fieldCount = 0
    for (const text of texts) {
      scanWords(normalise(text), count)
      const parts = camelCaseParts(text)
      if (parts !== '') scanWords(normalise(parts), countAlias)
    }
    for (let i = 0; i < fieldCount; i++) {
      const term = fieldTerms[i] as Term
      if (term.position < 0) {
        term.position = termCount++
        terms[term.position] = term
        missed[term.position] = 1
      }
      missed[term.position] = (missed[term.position] as number) * (1 - weight(term.frequency, Math.max(1, words)))
      term.frequency = 0
    }
  }

  return {
    weigh(text, take) {
      weighField([text.name], nameWeight)
      weighField(text.tags, tagWeight)
      weighField([text.shortDescription], shortWeight)
      weighField(text.rest, restWeight)
      for (let position = 0; position < termCount; position++) {
        const term = terms[position] as Term
        take(term, Math.max(1, Math.round((1 - (missed[position] as number)) * WEIGHT_MASK)))
        term.position = -1
      }
      termCount = 0
    },
  }
}
