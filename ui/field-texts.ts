import type { Language } from '#contract/errors.ts'
import en from '#texts/en/fields.json' with { type: 'json' }
import ru from '#texts/ru/fields.json' with { type: 'json' }
import { language } from './settings.ts'

// The names of the fields of a project that are choices, and of their words.

const texts: Record<Language, typeof en> = { en, ru }

export const fieldText = (key: keyof typeof en): string => texts[language.value][key]

export const hasFieldText = (key: string): key is keyof typeof en => Object.hasOwn(en, key)
