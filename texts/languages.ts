import { readdirSync } from 'node:fs'

// A language is a folder beside this file; English is complete, others may have gaps.

export const SOURCE = 'en'

/** English first. */
export const languages: readonly string[] = readdirSync(new URL('./', import.meta.url), { withFileTypes: true })
  .flatMap((entry) => (entry.isDirectory() ? entry.name : []))
  .toSorted((a, b) => Number(b === SOURCE) - Number(a === SOURCE) || (a < b ? -1 : 1))
