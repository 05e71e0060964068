import { createTexts } from '#ui/texts.ts'
import type { words } from './first-screen-en.ts'
import type { more as moreWords } from './more-en.ts'

export const { t, ready, more } = createTexts<typeof words & typeof moreWords>({
  en: {
    first: async () => (await import('./first-screen-en.ts')).words,
    rest: async () => (await import('./more-en.ts')).more,
  },
  ru: {
    first: async () => (await import('./first-screen-ru.ts')).words,
    rest: async () => (await import('./more-ru.ts')).more,
  },
})
