import type { SameKeys } from '#ui/texts.ts'
import type { texts as en } from './first-screen-en.ts'
import { filters } from './ru/filters.ts'
import { projects } from './ru/projects.ts'
import { saved } from './ru/saved.ts'
import { shell } from './ru/shell.ts'

export const texts: SameKeys<typeof en> = { ...shell, ...projects, ...filters, ...saved }
