import type { SameKeys } from '#ui/texts.ts'
import type { more as en } from './more-en.ts'
import { my } from './ru/my.ts'
import { profile } from './ru/profile.ts'
import { project } from './ru/project.ts'
import { questions } from './ru/questions.ts'

export const more: SameKeys<typeof en> = { ...project, ...questions, ...my, ...profile }
