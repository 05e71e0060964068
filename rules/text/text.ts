// Normalisation of names and texts; used by every call and every import.

export const NAME_MAX = 100
// Control and format characters (bidirectional controls, zero-width characters) and lone surrogates can make one name look like
// another. ZWNJ and ZWJ are part of Persian and Indic spelling.
const REFUSED_IN_NAMES = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u
const STRIPPED_FROM_NAMES = new RegExp(`(?!\\s)${REFUSED_IN_NAMES.source}`, 'gu')
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed
const STRIPPED_FROM_TEXTS = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g
// Hangul fillers and the blank Braille pattern count as letters and symbols, but nothing is drawn for them.
const VISIBLE = /[^\p{C}\p{M}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

// Unicode puts the marks of one letter in canonical order, which takes quadratic time: after 30 of them a joiner is inserted, as the
// stream-safe text format does (UAX #15, 13). No language has that many.
const LONG_RUN_OF_MARKS = /((?:(?!\u034f)\p{M}){30})(?=(?!\u034f)\p{M})/gu
const SHORT = 100

/** `text.normalize()` in linear time, for any input. */
export const normalised = (text: string, form: 'NFC' | 'NFKD' = 'NFC'): string =>
  (text.length <= SHORT ? text : text.replace(LONG_RUN_OF_MARKS, '$1\u034f')).normalize(form)

/** Without control characters, bidirectional controls and lone surrogates. */
const stripped = (given: string | null | undefined): string =>
  (given ?? '').toWellFormed().replace(/\r\n?/g, '\n').replace(STRIPPED_FROM_TEXTS, '')

function visible(given: string): string | null {
  const text = normalised(given).trim()
  return VISIBLE.test(text) ? text : null
}

/** A text of several lines without control characters and bidirectional controls; null when nothing of it is visible. */
export const readText = (given: string | null | undefined): string | null => visible(stripped(given))

/** The same on one line. Stripped first: what stood between two spaces leaves one space. */
export const readLine = (given: string | null | undefined): string | null => visible(stripped(given).replace(/\s+/g, ' '))

/** The normalised name; null when it is refused. */
export function readName(given: string, mayBeEmpty = false, most = NAME_MAX): string | null {
  const name = normalised(given.trim())
  if (name === '') return mayBeEmpty ? '' : null
  return [...name].length <= most && !REFUSED_IN_NAMES.test(name) && VISIBLE.test(name) ? name : null
}

/** For names from other systems: removes what readName would refuse. "" when nothing is left. */
export function cleanName(given: string): string {
  const name = normalised(given.toWellFormed()).replace(STRIPPED_FROM_NAMES, '').replace(/\s+/g, ' ').trim()
  return readName([...name].slice(0, NAME_MAX).join(''), true) ?? ''
}

/** Cuts a text to a number of UTF-16 units, never inside a surrogate pair. */
export const beginning = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '')

const LONGEST_ECHO = 64

/** User input for a message: shortened, without bidirectional controls. */
export function echo(given: string): string {
  const characters = [
    ...given
      .slice(0, 2 * LONGEST_ECHO + 2)
      .toWellFormed()
      .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '�'),
  ]
  return characters.length > LONGEST_ECHO ? `${characters.slice(0, LONGEST_ECHO).join('')}…` : characters.join('')
}
