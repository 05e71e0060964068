import { signal } from '@preact/signals'
import type { Language } from '#contract/errors.ts'
import { language } from './settings.ts'
import { writeNumber } from './time/number.ts'

// Translations. A text is a string with {placeholders}, or one string for each plural form: {one, few, many, other}.

export type Forms = { one: string; few?: string; many?: string; other: string }
type Text = string | Forms
export type Texts = Record<string, Text>
/** The same keys in another language, with the plural forms of that language. */
export type SameKeys<T extends Texts> = { [K in keyof T]: T[K] extends string ? string : Forms }
export type Values = Record<string, string | number>

// CLDR plural rules for integers. Without Intl, because its first use takes 100 ms on a slow phone.
export function formOf(lang: Language, count: number): keyof Forms {
  const [ten, hundred] = [count % 10, count % 100]
  if (lang === 'en') return count === 1 ? 'one' : 'other'
  if (ten === 1 && hundred !== 11) return 'one'
  return ten >= 2 && ten <= 4 && (hundred < 12 || hundred > 14) ? 'few' : 'many'
}

export function writeText(text: Text, values: Values, lang: Language): string {
  const form = typeof text === 'string' ? text : (text[formOf(lang, Number(values.count))] ?? text.other)
  const result = form.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? ''
    return typeof value === 'number' ? writeNumber(value, lang) : value
  })
  return result.replace(/(?<!\.)\.\.(?!\.)/g, '.') // an abbreviated month at the end of a sentence
}

type Pack<T extends Texts> = Partial<SameKeys<T>>
type Part = 'first' | 'rest'
type Loads<T extends Texts> = Record<Language, Record<Part, () => Promise<Pack<T>>>>

/**
 * The texts of the first screen are loaded first, in the chosen language; the rest when idle, in both languages: changing the language needs no
 * network. `t` reads signals, so that screens rerender when the language changes; one signal for each pack, so that a screen does not rerender
 * when texts of other screens arrive.
 */
export function createTexts<T extends Texts>(load: Loads<T>) {
  const pack = (lang: Language, part: Part) => ({
    texts: signal<Pack<T>>({}),
    load: load[lang][part],
    loading: null as Promise<void> | null,
  })
  const packs = {
    en: { first: pack('en', 'first'), rest: pack('en', 'rest') },
    ru: { first: pack('ru', 'first'), rest: pack('ru', 'rest') },
  }
  const fetchPart = (lang: Language, part: Part): Promise<void> => {
    const target = packs[lang][part]
    target.loading ??= target.load().then(
      (texts) => {
        target.texts.value = texts
      },
      (error) => {
        target.loading = null
        throw error
      },
    )
    return target.loading
  }
  const fetchAll = async () => {
    const current = language.peek()
    for (const lang of [current, current === 'en' ? 'ru' : 'en'] as const)
      for (const part of ['first', 'rest'] as const) await fetchPart(lang, part)
  }
  const find = (lang: Language, key: keyof T): Text | undefined => packs[lang].first.texts.value[key] ?? packs[lang].rest.texts.value[key]
  return {
    /** Resolves when the texts of the first screen are loaded. */
    async ready(): Promise<void> {
      await fetchPart(language.peek(), 'first')
      const later = () => void fetchAll().catch(() => {})
      if ('requestIdleCallback' in window) requestIdleCallback(later, { timeout: 3000 })
      else setTimeout(later, 1000) // WebKit has no idle callback
    },
    /** Resolves when the other texts are loaded. */
    more: () => fetchPart(language.peek(), 'rest'),
    t<K extends keyof T & string>(key: K, values: Values = {}): string {
      const lang = language.value
      const text = find(lang, key)
      if (text !== undefined) return writeText(text, values, lang)
      const other = lang === 'en' ? 'ru' : 'en' // not loaded yet: fall back to the other language
      return writeText(find(other, key) ?? '', values, other)
    },
  }
}
