import { t } from '#client/texts.ts'
import type { Values } from '#ui/texts.ts'

const own = { title: 'wanted.title', count: 'wanted.count', most: 'wanted.most' } as const
type Other = 'search' | 'found' | 'none' | 'add' | 'remove'

/** Texts of the editor of wanted roles. */
export const sayWanted = (key: keyof typeof own | Other, values?: Values): string =>
  t(key in own ? own[key as keyof typeof own] : `roles.${key as Other}`, values)

/** Error codes that belong to a field. */
export const fieldOfCode = { invalid_name: 'name', team_name_taken: 'name', unknown_role: 'wantedRoles', too_many_wanted: 'wantedRoles' }
