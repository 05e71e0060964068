import type { Language } from '#contract/language.ts'
import { momentText } from '#rules/time/moment-text.ts'
import { textsOf } from '#texts/server.ts'
import { fillText } from '#texts/write.ts'

// Changes of a round after it was announced, in words: on its page, in the console and, those made after a look at the result, in the bundle.

/** A code with its values: names of teams only in changes that are not public. */
export type RoundChange = { code: string; [key: string]: string | number | null }

const write = textsOf('rules')

const moments = ['opens', 'closes', 'closed']

export function roundChangeText({ code, ...values }: RoundChange, language: Language, timeZone: string): string {
  const textOf = (value: string | number | null | undefined): string => {
    if (value === null || value === undefined) return '–'
    if (moments.includes(code)) return momentText(new Date(value), language, timeZone)
    const key = `change.${code}.${value}`
    return write.has(key) ? write(language, key) : String(value)
  }
  const key = `change.${code}`
  return write.has(key) ? fillText(write.template(language, key), (name) => textOf(values[name])) : code
}
