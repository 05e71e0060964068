import { builtInRoles } from '#contract/role.ts'
import type { RoleRow, TagRow } from '#store/export.ts'
import type { ImportedRole, ImportedTag } from '#store/import.ts'
import { lineUpTo, listUpTo, neededLineUpTo, textUpTo, wordKey } from './cell-read.ts'
import { roleCells, tagCells } from './cells.ts'
import type { Line } from './columns.ts'
import { joinList } from './list.ts'
import { inSlices, type PlannedRow, RowReader } from './plan.ts'

// Tags and roles are found by their name, whatever the case of its letters.

const NAME = 200

function finder<T extends { name: string }>(words: readonly T[]) {
  const known = new Map(words.map((word) => [wordKey(word.name), word]))
  const rowOf = new Map<string, number>()
  return (line: Line, cellsOf: (word: T) => Record<string, string | undefined>): { word: T | null; reader: RowReader } => {
    const key = wordKey(line.cells.name ?? '')
    const word = known.get(key) ?? null
    const reader = new RowReader(line, word && cellsOf(word))
    if (key !== '' && rowOf.has(key)) reader.fault('name', 'twice', { row: rowOf.get(key)! })
    rowOf.set(key, rowOf.get(key) ?? line.row)
    if (line.cells.name === undefined) reader.fault('name', 'missing')
    return { word, reader }
  }
}

const same = (value: string): string => value
const orEmpty = (value: string | null): string => value ?? ''

export async function planTags(lines: readonly Line[], tags: readonly TagRow[]): Promise<{ rows: PlannedRow[]; writes: ImportedTag[] }> {
  const find = finder(tags)
  const rows: PlannedRow[] = []
  const writes: ImportedTag[] = []
  await inSlices(lines, (line) => {
    const { word, reader } = find(line, tagCells)
    const tag = {
      id: word?.id ?? null,
      name: reader.value('name', word?.name ?? '', neededLineUpTo(NAME), same),
      nameRu: reader.value('nameRu', word?.nameRu ?? null, lineUpTo(NAME), orEmpty),
      description: reader.value('description', word?.description ?? null, textUpTo(1000), orEmpty),
    }
    const row = reader.planned(tag.name || (line.cells.name ?? ''))
    rows.push(row)
    if (row.what === 'create' || row.what === 'change') writes.push(tag)
  })
  return { rows, writes }
}

export type RolePlan = { rows: PlannedRow[]; writes: ImportedRole[]; order: number[] }

/**
 * New roles come last, in the order of the sheet. Those there are keep the places they have between them; where the sheet has them in
 * another order, they change places with each other.
 */
export async function planRoles(lines: readonly Line[], roles: readonly RoleRow[]): Promise<RolePlan> {
  const find = finder(roles)
  const rows: PlannedRow[] = []
  const writes: ImportedRole[] = []
  const placeOf = new Map(roles.map(({ id }, place) => [id, place]))
  const known = new Map(roles.map((role) => [wordKey(role.name), role]))
  const listed = [...new Set(lines.flatMap(({ cells }) => known.get(wordKey(cells.name ?? ''))?.id ?? []))]
  const places = listed.map((id) => placeOf.get(id)!).toSorted((a, b) => a - b)
  const newPlace = new Map(listed.map((id, index) => [id, places[index]!]))
  const isMoved = listed.some((id) => newPlace.get(id) !== placeOf.get(id))
  await inSlices(lines, (line) => {
    const { word, reader } = find(line, roleCells)
    const role = {
      id: word?.id ?? null,
      // A built-in role is found in any spelling and keeps its own.
      name: word && builtInRoles.includes(word.name) ? word.name : reader.value('name', word?.name ?? '', neededLineUpTo(NAME), same),
      nameRu: reader.value('nameRu', word?.nameRu ?? null, lineUpTo(NAME), orEmpty),
      aliases: reader.value('aliases', word?.aliases ?? [], listUpTo(50, 100), joinList),
      position: roles.length + writes.length,
    }
    const [from, to] = word ? [placeOf.get(word.id)!, newPlace.get(word.id)!] : [0, 0]
    if (from !== to) reader.changes.push({ column: 'position', before: String(from + 1), after: String(to + 1) })
    const row = reader.planned(role.name || (line.cells.name ?? ''))
    rows.push(row)
    if (row.what === 'create' || row.what === 'change') writes.push(role)
  })
  const order = isMoved ? roles.map(({ id }) => id).toSorted((a, b) => at(a) - at(b)) : []
  function at(id: number): number {
    return newPlace.get(id) ?? placeOf.get(id)!
  }
  return { rows, writes, order }
}
