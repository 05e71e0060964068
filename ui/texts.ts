import { signal } from '@preact/signals'
import type { Language } from '#contract/errors.ts'
import { language } from './settings.ts'

// Texts in both languages. A text is a sentence with {names}, or several by plural form: {one, few, many, other}.

export type Forms = { one: string; few?: string; many?: string; other: string }
type Text = string | Forms
export type Texts = Record<string, Text>
/** The same keys in another language, with as many plural forms as it has. */
export type SameKeys<T extends Texts> = { [K in keyof T]: T[K] extends string ? string : Forms }
export type Values = Record<string, string | number>

// Whole numbers only, as CLDR has it. By hand, because the first use of Intl for numbers costs a slow phone a tenth of a second.
export function formOf(tongue: Language, count: number): keyof Forms {
  const [ten, hundred] = [count % 10, count % 100]
  if (tongue === 'en') return count === 1 ? 'one' : 'other'
  if (ten === 1 && hundred !== 11) return 'one'
  return ten >= 2 && ten <= 4 && (hundred < 12 || hundred > 14) ? 'few' : 'many'
}
const inWords = (tongue: Language, value: number): string =>
  Math.abs(value) < 1000 && Number.isInteger(value) ? String(value) : value.toLocaleString(tongue)

export function writeText(text: Text, values: Values, tongue: Language): string {
  const form = typeof text === 'string' ? text : (text[formOf(tongue, Number(values.count))] ?? text.other)
  const said = form.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? ''
    return typeof value === 'number' ? inWords(tongue, value) : value
  })
  return said.replace(/(?<!\.)\.\.(?!\.)/g, '.') // a month cut short at the end of a sentence
}

type Pack<T extends Texts> = Partial<SameKeys<T>>
type Part = 'first' | 'rest'
type Loads<T extends Texts> = Record<Language, Record<Part, () => Promise<Pack<T>>>>

/**
 * What the first screen says comes with it, in the language people read; everything else a moment later, in both: changing the language then
 * asks the server for nothing. `t` reads signals, so that a screen changes its words by itself; each pack has its own, so that a screen which
 * has all its words is not drawn again when the others arrive.
 */
export function createTexts<T extends Texts>(load: Loads<T>) {
  const pack = (tongue: Language, part: Part) => ({
    texts: signal<Pack<T>>({}),
    load: load[tongue][part],
    asked: null as Promise<void> | null,
  })
  const packs = {
    en: { first: pack('en', 'first'), rest: pack('en', 'rest') },
    ru: { first: pack('ru', 'first'), rest: pack('ru', 'rest') },
  }
  const fetchPart = (tongue: Language, part: Part): Promise<void> => {
    const wanted = packs[tongue][part]
    wanted.asked ??= wanted.load().then(
      (texts) => {
        wanted.texts.value = texts
      },
      (error) => {
        wanted.asked = null
        throw error
      },
    )
    return wanted.asked
  }
  const fetchAll = async () => {
    const present = language.peek()
    for (const tongue of [present, present === 'en' ? 'ru' : 'en'] as const)
      for (const part of ['first', 'rest'] as const) await fetchPart(tongue, part)
  }
  const find = (tongue: Language, key: keyof T): Text | undefined =>
    packs[tongue].first.texts.value[key] ?? packs[tongue].rest.texts.value[key]
  return {
    /** Resolves when the first screen can speak. */
    async ready(): Promise<void> {
      await fetchPart(language.peek(), 'first')
      const later = () => void fetchAll().catch(() => {})
      if ('requestIdleCallback' in window) requestIdleCallback(later, { timeout: 3000 })
      else setTimeout(later, 1000) // WebKit has no idle callback
    },
    /** Resolves when all others can. */
    more: () => fetchPart(language.peek(), 'rest'),
    t<K extends keyof T & string>(key: K, values: Values = {}): string {
      const tongue = language.value
      const text = find(tongue, key)
      if (text !== undefined) return writeText(text, values, tongue)
      const other = tongue === 'en' ? 'ru' : 'en' // on its way; until then better in another language than not at all
      return writeText(find(other, key) ?? '', values, other)
    },
  }
}
