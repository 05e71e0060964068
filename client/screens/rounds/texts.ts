import type { rounds } from '#client/texts/en/rounds.ts'
import { createTexts } from '#ui/texts.ts'

const nothing = async () => ({})

/** The texts of the screens of rounds are a pack of their own: few visits need them. */
export const { t: r, ready } = createTexts<typeof rounds>({
  en: { first: async () => (await import('#client/texts/en/rounds.ts')).rounds, rest: nothing },
  ru: { first: async () => (await import('#client/texts/ru/rounds.ts')).rounds, rest: nothing },
})
