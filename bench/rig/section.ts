import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// docs/reliability.md has a section for the result of each kind of run, between two markers.

export const path = join(import.meta.dirname, '..', '..', 'docs', 'reliability.md')

export const sectionOf = ({ failovers, faults, ttl }: { failovers: number; faults: string[]; ttl: number }): string =>
  `${failovers > 0 ? 'failovers' : faults.length > 0 ? 'single' : 'faults'}-${ttl}`

/** The document and where the section is; throws when there is none. */
export function findSection(name: string): { page: string; start: number; end: number } {
  const [from, to] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const page = readFileSync(path, 'utf8')
  const [start, end] = [page.indexOf(from) + from.length, page.indexOf(to)]
  if (!page.includes(from) || end < start) throw new Error(`docs/reliability.md has no ${from} … ${to}`)
  return { page, start, end }
}
