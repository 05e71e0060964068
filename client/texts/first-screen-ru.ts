import type { SameKeys } from '#ui/texts.ts'
import type { words as en } from './first-screen-en.ts'
import { projects } from './ru/projects.ts'
import { shell } from './ru/shell.ts'

export const words: SameKeys<typeof en> = { ...shell, ...projects }
