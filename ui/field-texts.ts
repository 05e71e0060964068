import type { PackKey } from '#texts/packs.ts'
import { textsOf } from './texts.ts'

type Key = PackKey<'fields'>

/** The names of the fields of a project that are choices, and of their words. */
export const fieldText = textsOf('fields')

export const hasFieldText = (key: string): key is Key => fieldText(key as Key) !== ''
