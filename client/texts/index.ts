import { createTexts } from '#ui/texts.ts'
import type { texts } from './first-screen-en.ts'
import type { more as moreTexts } from './more-en.ts'

export const { t, ready, more } = createTexts<typeof texts & typeof moreTexts>({
  en: {
    first: async () => (await import('./first-screen-en.ts')).texts,
    rest: async () => (await import('./more-en.ts')).more,
  },
  ru: {
    first: async () => (await import('./first-screen-ru.ts')).texts,
    rest: async () => (await import('./more-ru.ts')).more,
  },
})
