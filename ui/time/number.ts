import type { Language } from '#contract/errors.ts'

/** As Intl writes it; whole numbers without Intl, because its first use takes almost 200 ms on a slow phone. */
export const writeNumber = (value: number, lang: Language): string =>
  Number.isSafeInteger(value) ? String(value).replaceAll(/\B(?=(\d{3})+$)/g, lang === 'en' ? ',' : '\u00a0') : value.toLocaleString(lang)
