import { Type } from 'typebox'
import { languages } from '#texts/languages.ts'

/** A folder of texts/. */
export type Language = string

/** A text in each language. */
export type Localized = Record<Language, string>

export const LanguageName = Type.Unsafe<Language>({ type: 'string', enum: [...languages] })
