import { readdirSync } from 'node:fs'
import { SOURCE } from './write.ts'

// A language is a folder beside this file; English is complete, others may have gaps.

/** English first. */
export const languagesIn = (folder: string | URL): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? entry.name : []))
    .toSorted((a, b) => Number(b === SOURCE) - Number(a === SOURCE) || (a < b ? -1 : 1))

export const languages: readonly string[] = languagesIn(new URL('./', import.meta.url))
