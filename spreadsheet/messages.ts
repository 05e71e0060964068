import type { Details } from '#contract/errors.ts'
import type { Language } from '#contract/language.ts'
import { echo } from '#rules/text/text.ts'
import { fillText } from '#texts/write.ts'
import { type SheetKey, sheetText } from './texts.ts'

// Error messages of cells and rows. Errors of rules have the same codes as in calls.

export type Sentence = { code: SheetKey extends infer K ? (K extends `${infer Code}.message` ? Code : never) : never; details?: Details }
export const isSentence = (code: string): code is Sentence['code'] => sheetText.has(`${code}.message`)

const bare = new Set<string>(['not_a_date', 'ambiguous_date', 'not_a_time', 'no_number'])

const MOST_SHOWN = 20

/** Several values of one parameter, separated by \0. */
export const several = (texts: readonly string[]): string => texts.join('\0')

/** A value of the directory that people should not have to know, in their language. */
function wordIn(value: string, language: Language): string {
  const key = `word.${value}`
  return sheetText.has(key) ? sheetText(language, key) : value
}

export function say({ code, details = {} }: Sentence, language: Language): string {
  const quote = (text: string): string => (bare.has(code) ? text : sheetText(language, 'quoted', { text }))
  const formatted = (key: string, value: string | number): string | number => {
    if (typeof value === 'number') return value
    if (key === 'words')
      return value
        .split(', ')
        .map((one) => wordIn(one, language))
        .join(', ')
    if (key === 'country') return new Intl.DisplayNames(language, { type: 'region' }).of(value) ?? value
    if (key === 'from' || key === 'to') return quote(wordIn(value, language))
    const texts = value.split('\0', MOST_SHOWN + 1).map((one) => quote(echo(one)))
    return texts.length > MOST_SHOWN ? `${texts.slice(0, MOST_SHOWN).join(', ')}, …` : texts.join(', ')
  }
  return fillText(sheetText.template(language, `${code}.message`), (name) => {
    const value = details[name]
    return value === undefined ? '' : String(formatted(name, value))
  })
}
