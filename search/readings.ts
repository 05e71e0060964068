import { asTypedInLatin, asTypedInRussian } from './layout.ts'
import { cyrillicToLatin, type Lexicon, latinToCyrillic, spelledWord } from './spelling.ts'
import { latinAsRussian, russianAsLatin } from './transliterate.ts'

const hasCyrillic = (text: string) => /[\u0400-\u045f]/.test(text)
const distinct = (readings: string[], text: string) => [...new Set(readings)].filter((reading) => reading !== text)

/** Other ways to read a piece of a query, likeliest first: keyboard layout, then the other alphabet by letters or by sound. */
export function exactReadings(text: string, lexicon: Lexicon): string[] {
  const spelled = spelledWord(text, hasCyrillic(text) ? cyrillicToLatin : latinToCyrillic, lexicon)
  return distinct([...layouts(text), ...(spelled === null ? [] : [spelled]), ...transliterations(text)], text)
}

/** The readings whose words may contain typos of their own. */
export const roughReadings = (text: string): string[] => distinct([...layouts(text), ...transliterations(text)], text)

const layouts = (text: string): string[] => (hasCyrillic(text) ? [asTypedInLatin(text)] : [asTypedInRussian(text)])
const transliterations = (text: string): string[] =>
  hasCyrillic(text) ? [russianAsLatin(text, true), russianAsLatin(text, false)] : [latinAsRussian(text, false), latinAsRussian(text, true)]
