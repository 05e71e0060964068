import { areas, readTexts, SOURCE } from './server.ts'
import { baseOf, placeholdersOf, type Texts } from './write.ts'

// What a translation lacks or has too much, compared with English.

export type Finding = { kind: 'missing' | 'unknown' | 'placeholders' | 'lines'; key: string; detail: string }

/** Spellings are what people write in that language, no translations. */
export const checkLanguage = (language: string): Finding[] =>
  areas
    .filter((area) => area !== 'spellings')
    .flatMap((area) => compare(readTexts(SOURCE, area), readTexts(language, area), language, area))

/** `language` decides which forms a plural has. */
export function compare(source: Texts, own: Texts, language: string, area: string): Finding[] {
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const bases = [...new Set(Object.keys(source).map((key) => baseOf(key, source)))]
  const expected = bases.flatMap((base) => {
    if (source[base] !== undefined) return [{ key: base, from: source[base] }]
    return categories.map((category) => ({ key: `${base}_${category}`, from: source[`${base}_other`]! }))
  })
  const keys = new Set(expected.map(({ key }) => key))
  const find = (kind: Finding['kind'], key: string, detail: string): Finding => ({ kind, key: `${area}/${key}`, detail })
  return [
    ...expected.flatMap(({ key, from }) => {
      const text = own[key]
      if (text === undefined) return [find('missing', key, from)]
      const isPlural = source[baseOf(key, source)] === undefined
      return [
        ...(namesIn(from, isPlural) === namesIn(text, isPlural) ? [] : [find('placeholders', key, text)]),
        ...(from.split('\n').length === text.split('\n').length ? [] : [find('lines', key, text)]),
      ]
    }),
    ...Object.entries(own).flatMap(([key, text]) => (keys.has(key) ? [] : [find('unknown', key, text ?? '')])),
  ]
}

// A form of a plural may do without the number: “one file”.
const namesIn = (text: string, isPlural: boolean): string =>
  [...new Set(placeholdersOf(text))]
    .filter((name) => !isPlural || !['count', 'number'].includes(name))
    .toSorted()
    .join()
