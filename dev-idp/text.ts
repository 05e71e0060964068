import { languages } from '#texts/languages.ts'
import { textsOf } from '#texts/server.ts'

export type Locale = string

export const pageText = textsOf('pages')

/** The preferred of our languages, or the fallback when Accept-Language has none. */
export function localeOf(accepted: string | undefined, fallback: Locale): Locale {
  const preferred = (accepted ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', ...rest] = entry.trim().toLowerCase().split(';')
      const weight = rest.map((part) => part.trim()).find((part) => part.startsWith('q='))
      return { language: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight.slice(2)) }
    })
    .filter(({ language, weight }) => languages.includes(language!) && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  return preferred[0]?.language ?? fallback
}
