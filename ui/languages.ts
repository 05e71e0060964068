import { languages } from 'virtual:texts/languages'
import type { Language } from '#contract/language.ts'
import { serverConfig } from './server/server-config.ts'

/** All languages of the software. */
export const allLanguages = Object.keys(languages) as Language[]
export const languageName = (language: string): string => languages[language]?.name ?? language
/** “Switch to English”, in the language itself. */
export const switchText = (language: string): string => languages[language]?.switchTo ?? language

/** The languages that the directory offers, each by its own name. */
export const languageOptions = serverConfig.languages.map((value) => ({ value, label: languageName(value) }))
