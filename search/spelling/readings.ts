import { asTypedInLatin, asTypedInRussian } from './layout.ts'
import { cyrillicToLatin, type Lexicon, latinToCyrillic, spelledWord, usualSpelling } from './spelling.ts'

const hasCyrillic = (text: string) => /[\u0400-\u045f]/.test(text)
const tableFor = (text: string) => (hasCyrillic(text) ? cyrillicToLatin : latinToCyrillic)
const distinct = (readings: (string | null)[], text: string): string[] =>
  [...new Set(readings)].filter((reading) => reading !== null && reading !== text) as string[]

/** Other ways to read a piece of a query, likeliest first: keyboard layout, then the other alphabet by letters or by sound. */
export const exactReadings = (text: string, lexicon: Lexicon): string[] =>
  distinct([otherLayout(text), spelledWord(text, tableFor(text), lexicon), usualSpelling(text, tableFor(text))], text)

/** The readings whose words may contain typos of their own. */
export const roughReadings = (text: string): string[] => distinct([otherLayout(text), usualSpelling(text, tableFor(text))], text)

const otherLayout = (text: string): string => (hasCyrillic(text) ? asTypedInLatin(text) : asTypedInRussian(text))
