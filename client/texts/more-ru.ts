import type { SameKeys } from '#ui/texts.ts'
import type { more as en } from './more-en.ts'
import { my } from './ru/my.ts'
import { profile } from './ru/profile.ts'
import { project } from './ru/project.ts'
import { savedMore } from './ru/saved-more.ts'

export const more: SameKeys<typeof en> = { ...project, ...my, ...profile, ...savedMore }
