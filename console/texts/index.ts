import { createTexts } from '#ui/texts.ts'
import type { words } from './en.ts'

const nothing = async () => ({})

export const { t, ready } = createTexts<typeof words>({
  en: { first: async () => (await import('./en.ts')).words, rest: nothing },
  ru: { first: async () => (await import('./ru.ts')).words, rest: nothing },
})
