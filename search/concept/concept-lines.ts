import { stemOf } from '#search/word/stem.ts'
import { stopWords } from '#search/word/stop-words.ts'
import { wordsIn } from '#search/word/words.ts'

/** A word or phrase as the stems of its words. */
export type Phrase = readonly string[]
/** A query with one of `from` also finds documents with one of `to`. In a two-way concept both are the same. */
export type Concept = { readonly from: readonly Phrase[]; readonly to: readonly Phrase[]; readonly isTwoWay: boolean }
export type Synonym = { kind: 'two-way' | 'one-way'; words: readonly string[]; expandsTo: readonly string[] }

const LONGEST_PHRASE = 4

/** Null for text without words, and for phrases that are too long. */
export function phraseOf(text: string): Phrase | null {
  const words = wordsIn(text)
  const significant = words.filter((word) => !stopWords.has(word))
  const stems = (significant.length > 0 ? significant : words).map(stemOf)
  return stems.length === 0 || stems.length > LONGEST_PHRASE ? null : stems
}

function phrasesOf(texts: readonly string[]): Phrase[] {
  const found = new Map<string, Phrase>()
  for (const text of texts) {
    const phrase = phraseOf(text)
    if (phrase !== null) found.set(phrase.join(' '), phrase)
  }
  return [...found.values()]
}

export function conceptOfSynonym({ kind, words, expandsTo }: Synonym): Concept {
  const from = phrasesOf(words)
  return kind === 'two-way' ? { from, to: from, isTwoWay: true } : { from, to: phrasesOf(expandsTo), isTwoWay: false }
}

const items = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.replace(/\*\s*$/, '').trim())
    .filter((item) => item !== '')

/**
 * One concept per line: `library, reading room | библиотека, читальня`. One-way lines: `> vehicle: car, bus | транспорт: автобус`.
 * `# ` starts a comment; a trailing `*` marks a word that has several meanings on purpose.
 */
export function readConcepts(lines: string): Concept[] {
  const concepts: Concept[] = []
  for (const line of lines.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const sides = (line.startsWith('>') ? line.slice(1) : line).split('|')
    if (!line.startsWith('>')) {
      const from = phrasesOf(sides.flatMap(items))
      concepts.push({ from, to: from, isTwoWay: true })
      continue
    }
    const parts = sides.map((side) => side.split(':'))
    const from = phrasesOf(parts.flatMap(([head = '']) => items(head)))
    concepts.push({ from, to: phrasesOf(parts.flatMap(([, members = '']) => items(members))), isTwoWay: false })
  }
  return concepts
}
