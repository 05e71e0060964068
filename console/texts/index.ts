import { createTexts } from '#ui/texts.ts'
import type { words } from './words-en.ts'

const nothing = async () => ({})

export const { t, ready } = createTexts<typeof words>({
  en: { first: async () => (await import('./words-en.ts')).words, rest: nothing },
  ru: { first: async () => (await import('./words-ru.ts')).words, rest: nothing },
})
