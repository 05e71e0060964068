import loads from 'virtual:texts/rounds'
import { loaderOf, textsOf } from '#ui/texts.ts'

/** The texts of the screens of rounds are a pack of their own: few visits need them. */
export const r = textsOf('rounds')
export const ready = loaderOf(loads)
