import type { Language } from '#contract/language.ts'
import type { Line } from '#mail/email.ts'
import { textsOf } from '#texts/server.ts'

export const mailText = textsOf('mail')
type Key = Parameters<typeof mailText>[1]
type Values = Record<string, Line | null>

/** A text with untrusted values in it. `count` chooses the form of a plural. */
export function mailLine(language: Language, key: Key, values: Values = {}, count?: number): Line {
  const parts = mailText.template(language, key, count).split(/\{\{(\w+)\}\}/)
  return parts.flatMap((part, at) => {
    if (at % 2 === 0) return part === '' ? [] : [part]
    if (part === 'count') return [String(count)]
    const value = values[part]
    if (!value) throw new Error(`mail.json, ${language}: “${key}” needs a value for {{${part}}}`)
    return value
  })
}

/** Of a text with several lines. */
export function mailLines(language: Language, key: Key, values?: Values, count?: number): Line[] {
  const lines: Line[] = [[]]
  for (const part of mailLine(language, key, values, count)) {
    const [first, ...more] = typeof part === 'string' ? part.split('\n') : [part]
    lines.at(-1)!.push(first!)
    for (const text of more) lines.push([text])
  }
  return lines
}

/** A saved project whose enrollment closes. `until`: the time at which its round closes. */
export type Closing = { name: string; slug: string; closesOn: string; until: string | null }
