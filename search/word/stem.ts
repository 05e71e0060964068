import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as russian } from '@orama/stemmers/russian'
import { stopWords } from './stop-words.ts'

/** Slow (3 µs), so the vocabulary caches the stem of each distinct word. */
export function stemOf(word: string): string {
  if (word.length < 3) return word
  let latin = 0
  let cyrillic = 0
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i)
    if (code >= 97 && code <= 122) latin++
    else if (code >= 0x430 && code <= 0x45f) cyrillic++
  }
  // The stemmer takes запись, перепись, рукопись for verbs.
  if (word.endsWith('пись')) return word.slice(0, -1)
  const stem = latin === word.length ? english(word) : cyrillic === word.length ? russian(word) : word
  // Words must not share a stem with a preposition: надо is not над, sos is not so.
  return stopWords.has(stem) ? word : stem
}
