import type { Language } from '#contract/language.ts'

/** With the time zone: readers may be in another one. */
export const momentText = (at: Date, language: Language, timeZone: string): string =>
  new Intl.DateTimeFormat(language, {
    timeZone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at)
