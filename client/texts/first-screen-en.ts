import { projects } from './en/projects.ts'
import { shell } from './en/shell.ts'

// What the first screen says.
export const words = { ...shell, ...projects }
