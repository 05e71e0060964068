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

const rules: Record<Language, Intl.PluralRules> = { en: new Intl.PluralRules('en'), ru: new Intl.PluralRules('ru') }
const numbers: Record<Language, Intl.NumberFormat> = { en: new Intl.NumberFormat('en'), ru: new Intl.NumberFormat('ru') }

export function writeText(text: Text, values: Values, tongue: Language): string {
  const form = typeof text === 'string' ? text : (text[rules[tongue].select(Number(values.count)) as keyof Forms] ?? text.other)
  const said = form.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? ''
    return typeof value === 'number' ? numbers[tongue].format(value) : value
  })
  return said.replace(/(?<!\.)\.\.(?!\.)/g, '.') // a month cut short at the end of a sentence
}

type Part<T extends Texts> = () => Promise<Partial<SameKeys<T>>>
type Loads<T extends Texts> = Record<Language, { first: Part<T>; rest: Part<T> }>

/**
 * What the first screen says comes with it, in the language people read; everything else a moment later, in both: changing the language then
 * asks the server for nothing. `t` reads a signal, so that a screen changes its words by itself.
 */
export function createTexts<T extends Texts>(load: Loads<T>) {
  const packs = signal<Record<Language, Partial<SameKeys<T>>>>({ en: {}, ru: {} })
  const asked = new Map<Part<T>, Promise<void>>()
  const fetchPart = (tongue: Language, part: 'first' | 'rest'): Promise<void> => {
    const loader = load[tongue][part]
    const known = asked.get(loader)
    if (known) return known
    const fetching = loader().then(
      (texts) => {
        packs.value = { ...packs.value, [tongue]: { ...packs.value[tongue], ...texts } }
      },
      (error) => {
        asked.delete(loader)
        throw error
      },
    )
    asked.set(loader, fetching)
    return fetching
  }
  const fetchAll = async () => {
    const present = language.peek()
    for (const tongue of [present, present === 'en' ? 'ru' : 'en'] as const)
      for (const part of ['first', 'rest'] as const) await fetchPart(tongue, part)
  }
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
      const text = packs.value[tongue][key]
      if (text !== undefined) return writeText(text, values, tongue)
      const other = tongue === 'en' ? 'ru' : 'en' // on its way; until then better in another language than not at all
      return writeText(packs.value[other][key] ?? '', values, other)
    },
  }
}
