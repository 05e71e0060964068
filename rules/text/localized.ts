import type { Language, Localized } from '#contract/language.ts'

/** In the language of the reader, else in another: English first. */
export const localized = (texts: Localized, language: Language): string =>
  texts[language] || Object.values(texts).find((text) => text) || ''
