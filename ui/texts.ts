import { type Signal, signal } from '@preact/signals'
import type { Formats } from '#texts/formats.ts'
import type { PackKey, PackName } from '#texts/packs.ts'
import { fillText } from '#texts/write.ts'
import { language } from './settings.ts'
import { writeNumber } from './time/number.ts'

// Texts of one language at a time, as run/web/texts.ts makes them of the files in texts/.

/** Of a plural, its forms. `english`: what the language lacks. */
type Pack = { texts: Texts; english?: Texts }
type Texts = Record<string, string | string[]>
type Contents = { formats?: Formats; packs: Record<string, Pack> }
export type Loads = Record<string, () => Promise<{ default: Contents }>>
export type Values = Record<string, string | number>

// A signal for each pack, so that a screen does not rerender when texts of other screens arrive.
const packs = new Map<string, Signal<Record<string, Pack>>>()
const formats: Record<string, Formats> = {}
const loaders = new Set<(lang: string) => Promise<void>>()

function packOf(name: string): Signal<Record<string, Pack>> {
  const pack = packs.get(name) ?? signal({})
  packs.set(name, pack)
  return pack
}

/** Returns a function that loads these texts, and resolves when they are here. */
export function loaderOf(loads: Loads): (lang?: string) => Promise<void> {
  const loading = new Map<string, Promise<void>>()
  const read = async (lang: string) => {
    const contents = (await loads[lang]!()).default
    if (contents.formats) formats[lang] = contents.formats
    for (const [name, pack] of Object.entries(contents.packs)) packOf(name).value = { ...packOf(name).peek(), [lang]: pack }
  }
  const load = (lang: string = language.peek()): Promise<void> => {
    loaders.add(load)
    const begun = loading.get(lang) ?? read(lang)
    loading.set(lang, begun)
    begun.catch(() => loading.delete(lang)) // the next call tries again
    return begun
  }
  return load
}

/** Loads in a language what is loaded in the present one. */
export async function loadLanguage(lang: string): Promise<void> {
  await Promise.all([...loaders].map((load) => load(lang)))
}

export const formatsIn = (lang: string): Formats => formats[lang]!

/** The position of the form for a count. */
function formIn(lang: string, count: number): number {
  const { plurals, pluralOf } = formatsIn(lang)
  if (!Number.isInteger(count) || count < 0 || count >= 1e6) return plurals.indexOf(new Intl.PluralRules(lang).select(count))
  return Number(pluralOf[count < 200 ? count : 100 + (count % 100)])
}

function writeText(text: string, values: Values, lang: string): string {
  const result = fillText(text, (name) => {
    const value = values[name] ?? ''
    return typeof value === 'number' ? writeNumber(value, formatsIn(lang), lang) : value
  })
  return result.replace(/(?<!\.)\.\.(?!\.)/g, '.') // an abbreviated month at the end of a sentence
}

/** Reads signals, so that screens rerender when the language changes; a key is looked for in one pack after the other. */
export function textsOf<P extends PackName>(...names: P[]) {
  const searched = names.map(packOf)
  return (key: PackKey<P>, values: Values = {}): string => {
    const lang = language.value
    for (const pack of searched) {
      const { texts, english } = pack.value[lang] ?? { texts: {} }
      const text = texts[key] ?? english?.[key]
      if (text === undefined) continue
      if (typeof text === 'string') return writeText(text, values, lang)
      const form = text === texts[key] ? formIn(lang, Number(values.count)) : Number(values.count !== 1)
      return writeText(text[form] ?? text.at(-1)!, values, lang)
    }
    return ''
  }
}
