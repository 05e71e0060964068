import { textsOf } from '#texts/server.ts'
import { fillText } from '#texts/write.ts'
import type { Details, ErrorCode, FieldFault } from './errors.ts'
import type { Language } from './language.ts'

// Runs in the service only: browsers and phones get the texts with the problem.

const text = textsOf('errors')

export const titleOf = (code: ErrorCode, language: Language): string => text.template(language, `${code}.title`)
export const detailTemplateOf = (code: ErrorCode, language: Language): string => text.template(language, `${code}.detail`)

export const detailOf = (code: ErrorCode, language: Language, details: Details = {}): string =>
  fillErrorText(detailTemplateOf(code, language), details)

/** The value `expected` is the key of a text, or a text. */
export function describeFault({ code, params }: FieldFault, language: Language): string {
  const expected = `expected.${params?.expected}`
  return fillErrorText(
    text.template(language, `${code}.fault`),
    text.has(expected) ? { ...params, expected: text(language, expected) } : params,
  )
}

// An unknown value is left out: an error must be answered in any case.
const fillErrorText = (template: string, details: Details = {}): string => fillText(template, (name) => String(details[name] ?? ''))
