import { my } from './en/my.ts'
import { profile } from './en/profile.ts'
import { project } from './en/project.ts'
import { savedMore } from './en/saved-more.ts'

export const more = { ...project, ...my, ...profile, ...savedMore }
