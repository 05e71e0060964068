// Texts are JSON files in the format of i18next 4, which Weblate and Crowdin read: the forms of a plural are keys with the suffix of their CLDR
// category ("members_one", "members_other"), placeholders are {{names}}.

/** The language that has every text. */
export const SOURCE = 'en'

export type Texts = Partial<Record<string, string>>
export type Values = Record<string, string | number>

type Category = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
/** The keys of a file, those of plurals without their suffix. */
export type KeyOf<T> = { [K in keyof T & string]: K extends `${infer Key}_${Category}` ? Key : K }[keyof T & string]

/** The key without its plural suffix; a key is a plural if the language of the source has its form `other`. */
export function baseOf(key: string, source: Texts): string {
  const [, base = key] = /^(.+)_(?:zero|one|two|few|many|other)$/.exec(key) ?? []
  return source[`${base}_other`] === undefined ? key : base
}

const rules = new Map<string, Intl.PluralRules>()

function categoryOf(language: string, count: number): string {
  const rule = rules.get(language) ?? new Intl.PluralRules(language)
  rules.set(language, rule)
  return rule.select(count)
}

/** `count` chooses the form of a plural. */
export function findText(texts: Texts, key: string, count: unknown, language: string): string | undefined {
  const text = texts[key]
  if (text !== undefined || count === undefined) return text
  return texts[`${key}_${categoryOf(language, Number(count))}`] ?? texts[`${key}_other`]
}

const placeholder = /\{\{(\w+)\}\}/g

export const placeholdersOf = (text: string): string[] => [...text.matchAll(placeholder)].map((match) => match[1]!)

export const fillText = (text: string, write: (name: string) => string): string =>
  text.replace(placeholder, (_, name: string) => write(name))
