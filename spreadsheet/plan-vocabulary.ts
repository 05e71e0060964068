import { createWord, type TermDraft } from '#contract/console/vocabulary.ts'
import { builtInRoles } from '#contract/role.ts'
import { matchKey } from '#rules/project.ts'
import { type NewTerm, namesTaken, readTerm } from '#rules/vocabulary.ts'
import type { RoleRow, TagRow } from '#store/export.ts'
import type { ImportedRole, ImportedTag } from '#store/import.ts'
import { asList, asText } from './cell-read.ts'
import { roleCells, tagCells } from './cells.ts'
import type { Cells, Line } from './columns.ts'
import { inSlices, type PlannedRow, RowReader } from './plan.ts'

// Tags and roles are found by their name, whatever the case of its letters.

const schemas = createWord.body.properties
const kinds = {
  tag: { cellsOf: tagCells, readers: { name: asText, nameRu: asText, description: asText } },
  role: { cellsOf: roleCells, readers: { name: asText, nameRu: asText, aliases: asList } },
} satisfies Record<string, { cellsOf: (word: NewTerm) => Cells; readers: object }>
type Kind = keyof typeof kinds

type Known = NewTerm & { id: number }
type Planned = { line: Line; reader: RowReader; id: number | null; before: Known | undefined; word: NewTerm; isRenamed: boolean }

/** Which word a row is about: one of exactly that name, else one whose name differs in case or blanks only. */
function finderOf<T extends { name: string }>(words: readonly T[]): (line: Line) => T | null {
  const byKey = new Map(words.map((word) => [matchKey(word.name), word]))
  const byName = new Map(words.map((word) => [word.name, word]))
  return ({ cells: { name = '' } }) => byName.get(name) ?? byKey.get(matchKey(name)) ?? null
}

async function planWords(kind: Kind, lines: readonly Line[], known: readonly Known[]): Promise<Planned[]> {
  const { cellsOf, readers } = kinds[kind]
  const find = finderOf(known)
  const rowOf = new Map<string, number>()
  const planned: Planned[] = []
  await inSlices(lines, (line) => {
    const present = find(line)
    const reader = new RowReader(line, present && cellsOf(present))
    const key = present ? `id ${present.id}` : matchKey(line.cells.name ?? '')
    if (key !== '' && rowOf.has(key)) reader.fault('name', 'twice', { row: rowOf.get(key)! })
    rowOf.set(key, rowOf.get(key) ?? line.row)
    if (line.cells.name === undefined) reader.fault('name', 'required')
    const draft = reader.draft<TermDraft>(schemas, readers)
    if (present && kind === 'role' && builtInRoles.includes(present.name)) draft.name = undefined // found in any spelling, keeps its own
    const { word, faults } = readTerm(kind, draft, present ?? undefined)
    reader.refuse(faults)
    reader.noteDraft(draft, cellsOf(word))
    const isRenamed = draft.name !== undefined || draft.nameRu !== undefined || draft.aliases !== undefined
    planned.push({ line, reader, id: present?.id ?? null, before: present ?? undefined, word, isRenamed })
  })
  refuseTakenNames(kind, planned, known)
  return planned
}

/** By what the vocabulary would be after the import: two words may exchange their names. */
function refuseTakenNames(kind: Kind, planned: readonly Planned[], known: readonly Known[]): void {
  const good = planned.filter(({ reader }) => reader.faults.length === 0)
  const changed = new Set(good.map(({ id }) => id))
  const taken = namesTaken(kind, [...known.filter(({ id }) => !changed.has(id)), ...good.map(({ word }) => word)])
  for (const { reader, word, before } of good.filter(({ isRenamed }) => isRenamed)) {
    const found = taken(word, before)
    if (found) reader.fault(found.path, 'taken', { name: found.name })
  }
}

const rowsOf = (planned: readonly Planned[]): PlannedRow[] =>
  planned.map(({ line, reader, word }) => reader.planned(word.name || (line.cells.name ?? '')))
const isWritten = ({ what }: PlannedRow): boolean => what === 'create' || what === 'change'

export async function planTags(lines: readonly Line[], tags: readonly TagRow[]): Promise<{ rows: PlannedRow[]; writes: ImportedTag[] }> {
  const planned = await planWords(
    'tag',
    lines,
    tags.map((tag) => ({ aliases: [], isPublic: false, isHidden: false, ...tag })),
  )
  const rows = rowsOf(planned)
  const written = planned.filter((_, at) => isWritten(rows[at]!))
  return { rows, writes: written.map(({ id, word: { name, nameRu, description } }) => ({ id, name, nameRu, description })) }
}

export type RolePlan = { rows: PlannedRow[]; writes: ImportedRole[]; order: number[] }

/**
 * New roles come last, in the order of the sheet. Those there are keep the places they have between them; where the sheet has them in
 * another order, they change places with each other.
 */
export async function planRoles(lines: readonly Line[], roles: readonly RoleRow[]): Promise<RolePlan> {
  const planned = await planWords(
    'role',
    lines,
    roles.map((role) => ({ description: null, isPublic: false, isHidden: false, ...role })),
  )
  const placeOf = new Map(roles.map(({ id }, place) => [id, place]))
  const listed = [...new Set(planned.flatMap(({ id }) => id ?? []))]
  const places = listed.map((id) => placeOf.get(id)!).toSorted((a, b) => a - b)
  const newPlace = new Map(listed.map((id, index) => [id, places[index]!]))
  for (const { id, reader } of planned) {
    const [from, to] = id === null ? [0, 0] : [placeOf.get(id)!, newPlace.get(id)!]
    if (from !== to) reader.changes.push({ column: 'position', before: String(from + 1), after: String(to + 1) })
  }
  const rows = rowsOf(planned)
  const written = planned.filter((_, at) => isWritten(rows[at]!))
  const writes = written.map(({ id, word: { name, nameRu, aliases } }, at) => ({ id, name, nameRu, aliases, position: roles.length + at }))
  const isMoved = listed.some((id) => newPlace.get(id) !== placeOf.get(id))
  const at = (id: number): number => newPlace.get(id) ?? placeOf.get(id)!
  return { rows, writes, order: isMoved ? roles.map(({ id }) => id).toSorted((a, b) => at(a) - at(b)) : [] }
}
