import { createWord, type TermDraft } from '#contract/console/vocabulary.ts'
import { builtInRoles } from '#contract/vocabulary/role.ts'
import { createNamesTaken, type NewTerm, readTerm } from '#rules/console/vocabulary.ts'
import { matchKey } from '#rules/project/project.ts'
import { asList, asText } from '#spreadsheet/cell/cell-read.ts'
import { roleCells, tagCells } from '#spreadsheet/cell/cells.ts'
import type { Cells, Line } from '#spreadsheet/column/columns.ts'
import { inSlices, type Slices } from '#spreadsheet/read/slices.ts'
import type { RoleRow, TagRow } from '#store/spreadsheet/export.ts'
import type { ImportedRole, ImportedTag } from '#store/spreadsheet/import.ts'
import { type PlannedRow, RowReader } from './plan.ts'

// Tags and roles are matched by name, ignoring case.

const schemas = createWord.body.properties
const kinds = {
  tag: { cellsOf: tagCells, readers: { name: asText, nameRu: asText, description: asText } },
  role: { cellsOf: roleCells, readers: { name: asText, nameRu: asText, aliases: asList } },
} satisfies Record<string, { cellsOf: (term: NewTerm) => Cells; readers: object }>
type Kind = keyof typeof kinds

type Existing = NewTerm & { id: number }
type Planned = { line: Line; reader: RowReader; id: number | null; before: Existing | undefined; term: NewTerm; isRenamed: boolean }

/** The existing term of a row: by exact name, otherwise ignoring case and white space. */
function finderOf<T extends { name: string }>(terms: readonly T[]): (line: Line) => T | null {
  const byKey = new Map(terms.map((term) => [matchKey(term.name), term]))
  const byName = new Map(terms.map((term) => [term.name, term]))
  return ({ cells: { name = '' } }) => byName.get(name) ?? byKey.get(matchKey(name)) ?? null
}

async function planTerms(kind: Kind, lines: readonly Line[], existing: readonly Existing[], slices?: Slices): Promise<Planned[]> {
  const { cellsOf, readers } = kinds[kind]
  const find = finderOf(existing)
  const rowOf = new Map<string, number>()
  const planned: Planned[] = []
  await inSlices(
    lines,
    (line) => {
      const present = find(line)
      const reader = new RowReader(line, present && cellsOf(present))
      const key = present ? `id ${present.id}` : matchKey(line.cells.name ?? '')
      if (key !== '' && rowOf.has(key)) reader.fault('name', 'twice', { row: rowOf.get(key)! })
      rowOf.set(key, rowOf.get(key) ?? line.row)
      if (line.cells.name === undefined) reader.fault('name', 'required')
      const draft = reader.draft<TermDraft>(schemas, readers)
      if (present && kind === 'role' && builtInRoles.includes(present.name)) draft.name = undefined // matched in any spelling, the stored one stays
      const { term, faults } = readTerm(kind, draft, present ?? undefined)
      reader.refuse(faults)
      reader.noteDraft(draft, cellsOf(term))
      const isRenamed = draft.name !== undefined || draft.nameRu !== undefined || draft.aliases !== undefined
      planned.push({ line, reader, id: present?.id ?? null, before: present ?? undefined, term, isRenamed })
    },
    slices,
  )
  await refuseTakenNames(kind, planned, existing, slices?.signal)
  return planned
}

/** Checked against the vocabulary after the import, so that two terms may swap their names. */
async function refuseTakenNames(
  kind: Kind,
  planned: readonly Planned[],
  existing: readonly Existing[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const good = planned.filter(({ reader }) => reader.faults.length === 0)
  const changed = new Set(good.map(({ id }) => id))
  const { add, find } = createNamesTaken(kind)
  await inSlices([...existing.filter(({ id }) => !changed.has(id)), ...good.map(({ term }) => term)], add, { signal })
  const check = ({ reader, term, before }: Planned): void => {
    const found = find(term, before)
    if (found) reader.fault(found.path, 'taken', { name: found.name })
  }
  await inSlices(
    good.filter(({ isRenamed }) => isRenamed),
    check,
    { signal },
  )
}

const rowsOf = (planned: readonly Planned[]): PlannedRow[] =>
  planned.map(({ line, reader, term }) => reader.planned(term.name || (line.cells.name ?? '')))
const isWritten = ({ what }: PlannedRow): boolean => what === 'create' || what === 'change'

export async function planTags(
  lines: readonly Line[],
  tags: readonly TagRow[],
  slices?: Slices,
): Promise<{ rows: PlannedRow[]; writes: ImportedTag[] }> {
  const planned = await planTerms(
    'tag',
    lines,
    tags.map((tag) => ({ aliases: [], isPublic: false, isHidden: false, ...tag })),
    slices,
  )
  const rows = rowsOf(planned)
  const written = planned.filter((_, at) => isWritten(rows[at]!))
  const write = ({ id, reader, term: { name, nameRu, description } }: Planned): ImportedTag => {
    const values = { name, nameRu, description }
    return id === null ? { id, values } : { id, values: reader.changed(values) }
  }
  return { rows, writes: written.map(write) }
}

export type RolePlan = { rows: PlannedRow[]; writes: ImportedRole[]; order: number[] }

/**
 * New roles are appended in the order of the sheet. Existing roles in the sheet are sorted as in the sheet, within the positions they
 * already occupy.
 */
export async function planRoles(lines: readonly Line[], roles: readonly RoleRow[], slices?: Slices): Promise<RolePlan> {
  const planned = await planTerms(
    'role',
    lines,
    roles.map((role) => ({ description: null, isPublic: false, isHidden: false, ...role })),
    slices,
  )
  const positionOf = new Map(roles.map(({ id }, position) => [id, position]))
  const listed = [...new Set(planned.flatMap(({ id }) => id ?? []))]
  const positions = listed.map((id) => positionOf.get(id)!).toSorted((a, b) => a - b)
  const newPosition = new Map(listed.map((id, index) => [id, positions[index]!]))
  for (const { id, reader } of planned) {
    const [from, to] = id === null ? [0, 0] : [positionOf.get(id)!, newPosition.get(id)!]
    if (from !== to) reader.changes.push({ column: 'position', before: String(from + 1), after: String(to + 1) })
  }
  const rows = rowsOf(planned)
  const written = planned.filter((_, at) => isWritten(rows[at]!))
  const writes = written.map(({ id, reader, term: { name, nameRu, aliases } }, at): ImportedRole => {
    const [values, position] = [{ name, nameRu, aliases }, roles.length + at]
    return id === null ? { id, values, position } : { id, values: reader.changed(values), position }
  })
  const isMoved = listed.some((id) => newPosition.get(id) !== positionOf.get(id))
  const at = (id: number): number => newPosition.get(id) ?? positionOf.get(id)!
  return { rows, writes, order: isMoved ? roles.map(({ id }) => id).toSorted((a, b) => at(a) - at(b)) : [] }
}
