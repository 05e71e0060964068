import type { SameKeys } from '#ui/texts.ts'
import type { more as en } from './more-en.ts'
import { filterForm } from './ru/filter-form.ts'
import { home } from './ru/home.ts'
import { my } from './ru/my.ts'
import { profile } from './ru/profile.ts'
import { project } from './ru/project.ts'

export const more: SameKeys<typeof en> = { ...project, ...my, ...profile, ...home, ...filterForm }
