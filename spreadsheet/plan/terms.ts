import type { ImportOptions } from '#contract/console/import-options.ts'
import type { UnknownTerm } from '#contract/console/spreadsheet.ts'
import { readTerm } from '#rules/console/vocabulary.ts'
import { matchKey } from '#rules/project/project.ts'
import { suggest } from '#spreadsheet/column/suggest.ts'
import { createPause } from '#spreadsheet/read/slices.ts'
import { splitNames } from '#spreadsheet/write/list.ts'

// Tags and roles in a sheet: names that do not exist, and what the curator has decided about them.

export type TermKind = UnknownTerm['kind']
export type TermChoices = NonNullable<ImportOptions['terms']>
type Named = { id: number; name: string; nameRu: string | null }

/** A term that the import creates; its id is negative until it is written. */
export type NewTerm = { id: number; name: string }

export const roleNames = (roles: readonly { name: string; nameRu: string | null; aliases: string[] }[]): string[] =>
  roles.flatMap(({ name, nameRu, aliases }) => [name, ...(nameRu ? [nameRu] : []), ...aliases])

export function createdTerms(kind: TermKind, choices: TermChoices, existing: readonly Named[]): NewTerm[] {
  const taken = new Set(existing.flatMap(({ name, nameRu }) => [matchKey(name), ...(nameRu ? [matchKey(nameRu)] : [])]))
  const created: NewTerm[] = []
  for (const choice of choices) {
    if (choice.kind !== kind || choice.use !== null) continue
    const { term, faults } = readTerm(kind, { name: choice.text })
    if (faults.length > 0 || taken.has(matchKey(term.name))) continue
    taken.add(matchKey(term.name))
    created.push({ id: -1 - created.length, name: term.name })
  }
  return created
}

const MOST_UNKNOWN = 100

export class TermReader {
  readonly kind: TermKind
  readonly #isKnown: (text: string) => boolean
  readonly #use: Map<string, string>
  readonly #unknown = new Map<string, { text: string; rows: number }>()

  constructor(kind: TermKind, choices: TermChoices, isKnown: (text: string) => boolean) {
    this.kind = kind
    this.#isKnown = isKnown
    this.#use = new Map(choices.flatMap((one) => (one.kind === kind && one.use !== null ? [[matchKey(one.text), one.use]] : [])))
  }

  /** The names in a cell, with the choices of the curator applied. */
  split(cell: string): string[] {
    return splitNames(cell, (item) => this.#isKnown(item) || this.#use.has(matchKey(item))).flatMap((item) => this.meant(item) || [])
  }

  /** The name that is meant; "" = none. */
  meant(text: string): string {
    return this.#isKnown(text) ? text : (this.#use.get(matchKey(text)) ?? text)
  }

  /** Remembers names that do not exist, for the report. */
  note(names: readonly string[]): void {
    for (const text of names) {
      const key = matchKey(text)
      const present = this.#unknown.get(key)
      if (present) present.rows++
      else if (this.#unknown.size < MOST_UNKNOWN) this.#unknown.set(key, { text: text.slice(0, 200), rows: 1 })
    }
  }

  async report(names: readonly string[], signal?: AbortSignal): Promise<UnknownTerm[]> {
    const terms: UnknownTerm[] = []
    const pause = createPause({ signal })
    for (const { text, rows } of this.#unknown.values()) {
      terms.push({ kind: this.kind, text, rows, suggestions: suggest(text, names) })
      await pause(terms.length)
    }
    return terms.toSorted((a, b) => b.rows - a.rows)
  }
}
