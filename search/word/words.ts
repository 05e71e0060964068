// Tokenizer. Written by hand for speed: it scans every description at the start, and must cope with any query.

const SEPARATOR = 1
const UNIT_SIGN = 2 // % ° $ € ₽ £: also separate words
const LETTER = 3
const DIGIT = 4
const LONGEST_WORD = 40
const LONGEST_FIELD = 200_000

const classes = new Uint8Array(0x10000)
const letterPattern = /[\p{L}\p{M}]/u
const digitPattern = /\p{N}/u

function classOf(code: number): number {
  const cached = classes[code] as number
  if (cached !== 0) return cached
  const character = String.fromCharCode(code)
  const found = letterPattern.test(character)
    ? LETTER
    : digitPattern.test(character)
      ? DIGIT
      : '%°$€₽£'.includes(character)
        ? UNIT_SIGN
        : SEPARATOR
  classes[code] = found
  return found
}

// Letters without a Unicode decomposition that people type without their stroke.
const strokes: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', æ: 'ae', œ: 'oe', ß: 'ss', þ: 'th' }
const foldLatin = (letter: string) => strokes[letter] ?? letter.normalize('NFD').charAt(0)

// Fast path: nearly all texts consist of characters that folding does not change (or turns into white space).
const needsFolding = /[^\0-\xa0\u0400-\u045f\xab\xbb\u2012-\u2014\u2018-\u201e]/

const camelCase = /[a-zа-яё][A-ZА-ЯЁ]/ // without \p: this runs over every text

/** The parts of words in camel case: OpenStreetMap. Not of JavaScript: Java is another language. */
export function camelCaseParts(text: string): string {
  if (!camelCase.test(text)) return ''
  const parts: string[] = []
  for (const [word] of text.slice(0, LONGEST_FIELD).matchAll(/\p{L}+/gu)) {
    if (word.length > LONGEST_WORD || word === 'JavaScript' || !camelCase.test(word)) continue
    for (const part of word.split(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u)) if (part.length > 2) parts.push(part)
  }
  return parts.join(' ')
}

/** Folds case, compatibility forms, accents of Latin letters and ё = е. й stays й. */
export function normalise(text: string): string {
  let result = text.length > LONGEST_FIELD ? text.slice(0, LONGEST_FIELD) : text
  // NFKC would turn the numero sign into the word no.
  if (result.includes('№')) result = result.replaceAll('№', ' ')
  if (!needsFolding.test(result)) result = result.toLowerCase()
  else {
    // Runs of marks are cut first: putting ten thousand of them in canonical order takes quadratic time.
    result = result
      .replace(/(\p{M}{8})\p{M}+/gu, '$1')
      .normalize('NFKC')
      .toLowerCase()
    result = result.replace(/[\u00df-\u024f\u1e00-\u1eff]/g, foldLatin)
    result = result.replace(/[\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
  }
  return result.includes('ё') ? result.replaceAll('ё', 'е') : result
}

const isLatin = (code: number) => code >= 97 && code <= 122
const isApostrophe = (code: number) => code === 39 || code === 0x2019
const isHyphen = (code: number) => code === 45 || code === 0x2010

/** Does `text[at]` join two words to a compound: веб-сервис, node.js, 3.5? */
function joins(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 1)
  if (Number.isNaN(next) || classOf(next) <= UNIT_SIGN) return false
  const code = text.charCodeAt(at)
  if (isHyphen(code)) return true
  // A full stop without a space after it is common in prose, so only Latin and digits are joined by it.
  return code === 46 && next < 128 && text.charCodeAt(at - 1) < 128
}

/** c++, c#: how many signs after a word belong to it. */
function signsAfter(text: string, end: number, length: number): number {
  const code = text.charCodeAt(end)
  if (code === 43 && text.charCodeAt(end + 1) === 43) return 2
  if (code !== 35 || length > 2) return 0
  const next = text.charCodeAt(end + 1)
  return Number.isNaN(next) || classOf(next) !== LETTER ? 1 : 0
}

/** 12 000, 12,000: how many characters of further groups of three digits follow at `end`. */
function digitGroupsAfter(text: string, end: number): number {
  let at = end
  while (
    at - end < MOST_GROUPS * 4 &&
    isGroupSeparator(text.charCodeAt(at)) &&
    /^\d{3}$/.test(text.slice(at + 1, at + 4)) &&
    !isDigitAt(text, at + 4)
  )
    at += 4
  return at - end
}
const MOST_GROUPS = 4
const isGroupSeparator = (code: number) => code === 32 || code === 0xa0 || code === 44 || code === 0x2009 || code === 0x202f
const isDigitAt = (text: string, at: number) => at < text.length && classOf(text.charCodeAt(at)) === DIGIT

function visitDigits(text: string, start: number, end: number, word: string, visit: VisitWord): void {
  if (word.length > 3 || !/^\d+$/.test(word)) return
  const more = isGroupSeparatedBefore(text, start) ? 0 : digitGroupsAfter(text, end)
  if (more > 0) visit(word + text.slice(end, end + more).replace(/\D/g, ''), true)
}
const isGroupSeparatedBefore = (text: string, start: number) =>
  start > 1 && isGroupSeparator(text.charCodeAt(start - 1)) && isDigitAt(text, start - 2)

export type VisitWord = (word: string, alias: boolean) => void

/**
 * Calls `visit` for each word of a normalised text. An alias is another spelling of a visited word
 * (`nodejs` and `.js` for node.js): indexed for documents, ignored in queries.
 */
export function scanWords(text: string, visit: VisitWord): void {
  const length = text.length
  let joined = ''
  let parts = 0
  let at = 0
  while (at < length) {
    const kind = classOf(text.charCodeAt(at))
    if (kind <= UNIT_SIGN) {
      if (kind === UNIT_SIGN) visit(text.charAt(at), true)
      at++
      continue
    }
    const start = at
    while (at < length && classOf(text.charCodeAt(at)) > UNIT_SIGN) at++
    const word = text.slice(start, Math.min(at, start + LONGEST_WORD))
    const before = start > 0 ? text.charCodeAt(start - 1) : 32
    const signs = signsAfter(text, at, at - start)
    // The suffixes of don't, client's, we're are not words.
    const isSuffix = isApostrophe(before) && at - start <= 2 && start > 1 && classOf(text.charCodeAt(start - 2)) > UNIT_SIGN
    if (signs > 0) {
      // The Cyrillic с looks the same and is often typed here.
      visit((word === 'с' ? 'c' : word) + text.slice(at, at + signs), false)
      if (word.length > 1) visit(word, true)
      at += signs
    } else if (before === 46 && parts === 0 && isLatin(text.charCodeAt(start)) && isFree(text, start - 2)) {
      visit(`.${word}`, false)
      visit(word, true)
    } else if (!isSuffix) {
      visit(word, false)
      if (classOf(text.charCodeAt(start)) === DIGIT || classOf(text.charCodeAt(at - 1)) === DIGIT) visitDigits(text, start, at, word, visit)
      if (before === 46 && parts > 0 && isLatin(text.charCodeAt(start))) visit(`.${word}`, true)
    }
    if (at < length && joins(text, at)) {
      joined += word
      parts++
      at++
    } else if (parts > 0) {
      if (parts < 4 && classOf(joined.charCodeAt(0)) === LETTER) visit((joined + word).slice(0, LONGEST_WORD), true)
      joined = ''
      parts = 0
    }
  }
}

const isFree = (text: string, at: number) => at < 0 || (classOf(text.charCodeAt(at)) <= UNIT_SIGN && text.charCodeAt(at) !== 46)

/** The words of a text, without aliases. */
export function wordsIn(text: string): string[] {
  const words: string[] = []
  scanWords(normalise(text), (word, isAlias) => {
    if (!isAlias) words.push(word)
  })
  return words
}
