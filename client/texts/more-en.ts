import { my } from './en/my.ts'
import { profile } from './en/profile.ts'
import { project } from './en/project.ts'
import { questions } from './en/questions.ts'

export const more = { ...project, ...questions, ...my, ...profile }
