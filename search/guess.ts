import { asTypedInLatin, asTypedInRussian } from './layout.ts'
import { latinAsRussian, russianAsLatin } from './transliterate.ts'

/** Corrections of a query without hits, likeliest first: compound, keyboard layout, transliteration. */
const readings: ((text: string) => string)[] = [
  (text) => text.replace(/[-.‐]/g, ''),
  asTypedInRussian,
  asTypedInLatin,
  (text) => latinAsRussian(text, false),
  (text) => latinAsRussian(text, true),
  (text) => russianAsLatin(text, true),
  (text) => russianAsLatin(text, false),
]

export const guessesFor = (text: string): string[] => [...new Set(readings.map((read) => read(text)))].filter((guess) => guess !== text)
