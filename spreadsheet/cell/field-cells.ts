import type { TSchema } from 'typebox'
import { ProjectDraft } from '#contract/console/project.ts'
import { type ProjectField, type ProjectKey, type ProjectValues, projectFields, projectKeys } from '#contract/project/fields.ts'
import { joinList } from '#spreadsheet/write/list.ts'
import { asList, asNumber, asText, type Read } from './cell-read.ts'
import { asDay } from './day-read.ts'

// The fields of a project as cells. A flag is in no sheet.

type FieldCell = { read(schema: TSchema): (cell: string) => Read<unknown>; write(value: never): string }

const text: FieldCell = { read: () => asText, write: (value: string | null) => value ?? '' }
const cells: Record<Exclude<ProjectField['kind'], 'flag'>, FieldCell> = {
  name: text,
  line: text,
  text,
  date: { ...text, read: () => asDay },
  integer: { read: asNumber, write: (value: number | null) => (value === null ? '' : String(value)) },
  lines: { read: () => asList, write: joinList },
  choice: text,
}

type Kind = (typeof projectFields)[ProjectKey]['kind']
type KeyOfKind<K extends Kind> = { [P in ProjectKey]: (typeof projectFields)[P]['kind'] extends K ? P : never }[ProjectKey]
export type SheetField = KeyOfKind<Exclude<Kind, 'flag'>>

export const sheetFields = projectKeys.filter((key): key is SheetField => projectFields[key].kind !== 'flag')

/** For RowReader.draft. */
export const fieldReaders = Object.fromEntries(
  sheetFields.map((key) => [key, cells[projectFields[key].kind].read(ProjectDraft.properties[key])]),
) as { [K in SheetField]: (cell: string) => Read<ProjectDraft[K]> }

export const fieldCells = (values: Pick<ProjectValues, SheetField>): Record<SheetField, string> =>
  Object.fromEntries(sheetFields.map((key) => [key, cells[projectFields[key].kind].write(values[key] as never)])) as Record<
    SheetField,
    string
  >
