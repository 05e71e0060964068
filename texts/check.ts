import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { areas, readTexts } from './server.ts'
import { baseOf, placeholdersOf, SOURCE, type Texts } from './write.ts'

// What a translation lacks or has too much, compared with English.

type Kind = 'missing' | 'unknown' | 'placeholders' | 'lines' | 'stale' | 'too long'
export type Finding = { kind: Kind; key: string; text: string }

const NO_TRANSLATION = ['spellings'] // what people write in that language

export function checkLanguage(language: string): Finding[] {
  const record = readRecord(language)
  return areas.flatMap((area) => {
    const [source, own] = [readTexts(SOURCE, area), readTexts(language, area)]
    const stale = Object.keys(own).filter((key) => isStale(record.get(`${area}/${key}`), source, own, key))
    return [
      ...(NO_TRANSLATION.includes(area) ? [] : compare(source, own, language, area)),
      ...stale.map((key): Finding => ({ kind: 'stale', key: `${area}/${key}`, text: own[key]! })),
      ...tooLong(own, area),
    ]
  })
}

/** `language` decides which forms a plural has. */
export function compare(source: Texts, own: Texts, language: string, area: string): Finding[] {
  const expected = expectedKeys(source, language)
  const find = (kind: Kind, key: string, text: string): Finding => ({ kind, key: `${area}/${key}`, text })
  return [
    ...[...expected].flatMap(([key, from]) => {
      const text = own[key]
      if (text === undefined) return [find('missing', key, from)]
      const isPlural = source[baseOf(key, source)] === undefined
      return [
        ...(namesIn(from, isPlural) === namesIn(text, isPlural) ? [] : [find('placeholders', key, text)]),
        ...(from.split('\n').length === text.split('\n').length ? [] : [find('lines', key, text)]),
      ]
    }),
    ...Object.entries(own).flatMap(([key, text]) => (expected.has(key) ? [] : [find('unknown', key, text ?? '')])),
  ]
}

/** The keys that a language should have, with the English text of each. */
export function expectedKeys(source: Texts, language: string): Map<string, string> {
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const bases = [...new Set(Object.keys(source).map((key) => baseOf(key, source)))]
  return new Map(
    bases.flatMap((base): [string, string][] => {
      const text = source[base]
      return text === undefined ? categories.map((category) => [`${base}_${category}`, source[`${base}_other`]!]) : [[base, text]]
    }),
  )
}

// A form of a plural may do without the number: “one file”.
const namesIn = (text: string, isPlural: boolean): string =>
  [...new Set(placeholdersOf(text))]
    .filter((name) => !isPlural || !['count', 'number'].includes(name))
    .toSorted()
    .join()

// The longest text that a place has room for, without the values: texts/limits.json.
const limits = JSON.parse(readFileSync(new URL('limits.json', import.meta.url), 'utf8')) as Record<string, number>

export const tooLong = (own: Texts, area: string): Finding[] =>
  Object.entries(own).flatMap(([key, text = '']) => {
    const most = limits[`${area}/*.${key.split('.').at(-1)}`] ?? Infinity
    return [...text.replace(/\{\{\w+\}\}/g, '')].length > most ? [{ kind: 'too long' as const, key: `${area}/${key}`, text }] : []
  })

// texts/<language>/.source: of each translation a hash of itself and of the English text it was made from. It is stale when the English text has
// changed since and the translation has not.

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 6)
const englishOf = (source: Texts, key: string): string => source[key] ?? source[`${baseOf(key, source)}_other`] ?? ''
const lineOf = (source: Texts, own: Texts, key: string): string => `${hashOf(englishOf(source, key))} ${hashOf(own[key]!)}`

export function isStale(recorded: string | undefined, source: Texts, own: Texts, key: string): boolean {
  if (recorded === undefined || own[key] === undefined) return false
  const [english, translation] = recorded.split(' ')
  return english !== hashOf(englishOf(source, key)) && translation === hashOf(own[key])
}

export const recordFile = (language: string): URL => new URL(`${language}/.source`, import.meta.url)

function readRecord(language: string): Map<string, string> {
  const file = recordFile(language)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]))
}

/** The record of the present texts; stale ones stay stale. */
export function recordOf(language: string): string {
  const record = readRecord(language)
  const lines = areas.flatMap((area) => {
    const [source, own] = [readTexts(SOURCE, area), readTexts(language, area)]
    return Object.keys(own).map((key) => {
      const recorded = record.get(`${area}/${key}`)
      return `${area}/${key} ${isStale(recorded, source, own, key) ? recorded : lineOf(source, own, key)}`
    })
  })
  return `${lines.join('\n')}\n`
}
