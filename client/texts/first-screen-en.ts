import { filters } from './en/filters.ts'
import { projects } from './en/projects.ts'
import { saved } from './en/saved.ts'
import { shell } from './en/shell.ts'

// Texts of the first screen.
export const texts = { ...shell, ...projects, ...filters, ...saved }
