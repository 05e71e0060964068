import { createTexts } from '#ui/texts.ts'
import type { more as moreWords } from './more-en.ts'
import type { words } from './words-en.ts'

export const { t, ready, more } = createTexts<typeof words & typeof moreWords>({
  en: {
    first: async () => (await import('./words-en.ts')).words,
    rest: async () => (await import('./more-en.ts')).more,
  },
  ru: {
    first: async () => (await import('./words-ru.ts')).words,
    rest: async () => (await import('./more-ru.ts')).more,
  },
})
