import type { SameKeys } from '#ui/texts.ts'
import { projects } from './ru/projects.ts'
import { shell } from './ru/shell.ts'
import type { words as en } from './words-en.ts'

export const words: SameKeys<typeof en> = { ...shell, ...projects }
