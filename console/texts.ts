import loads from 'virtual:texts/ui,fields,commands,console'
import { loaderOf, textsOf } from '#ui/texts.ts'

export const t = textsOf('console')

export const ready = loaderOf(loads)
