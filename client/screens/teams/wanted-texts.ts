import { t } from '#client/texts.ts'
import type { Values } from '#ui/texts.ts'

const own = { title: 'wanted.title', count: 'wanted.count', most: 'wanted.most' } as const
type Other = 'search' | 'found' | 'none' | 'add' | 'remove'

/** Texts of the editor of wanted roles. */
export const sayWanted = (key: keyof typeof own | Other, values?: Values): string =>
  t(key in own ? own[key as keyof typeof own] : `roles.${key as Other}`, values)
