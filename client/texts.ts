import rest from 'virtual:texts/more'
import firstScreen from 'virtual:texts/ui,fields,first-screen'
import { loaderOf, textsOf } from '#ui/texts.ts'

export const t = textsOf('first-screen', 'more')

/** Resolves when the texts of the first screen are loaded. */
export const ready = loaderOf(firstScreen)

/** Resolves when the other texts are loaded. */
export const more = loaderOf(rest)
