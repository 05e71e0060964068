import type { TSchema } from 'typebox'
import { ProjectDraft } from '#contract/console/project.ts'
import { type ChoiceKey, choiceWords, NOT_STATED } from '#contract/project/choices.ts'
import { type ProjectField, type ProjectKey, type ProjectValues, projectFields, projectKeys } from '#contract/project/fields.ts'
import { matchKey } from '#rules/project/project.ts'
import { joinList } from '#spreadsheet/write/list.ts'
import { languages } from '#texts/languages.ts'
import { textsOf } from '#texts/server.ts'
import { asList, asNumber, asText, type Read } from './cell-read.ts'
import { asDay } from './day-read.ts'

// The fields of a project as cells. A flag is in no sheet.

const fieldText = textsOf('fields')

type FieldCell = { read(schema: TSchema, key: never): (cell: string) => Read<unknown>; write(value: never): string }

const text: FieldCell = { read: () => asText, write: (value: string | null) => value ?? '' }
const cells: Record<Exclude<ProjectField['kind'], 'flag'>, FieldCell> = {
  name: text,
  line: text,
  text,
  date: { ...text, read: () => asDay },
  integer: { read: asNumber, write: (value: number | null) => (value === null ? '' : String(value)) },
  lines: { read: () => asList, write: joinList },
  choice: { ...text, read: asChoice },
}

/** By the word, or by its name in any language. */
function asChoice(_: TSchema, key: ChoiceKey): (cell: string) => Read<string | null> {
  const words = projectFields[key].words
  const named = choiceWords(key).flatMap((word) =>
    [word, ...languages.map((language) => fieldText(language, `${key}.${word}`))].map((name) => [matchKey(name), word] as const),
  )
  const byName = new Map(named)
  return (cell) => {
    if (cell.trim() === '') return { value: null }
    const word = byName.get(matchKey(cell))
    if (word === undefined) return { fault: { code: 'no_word', details: { value: cell.trim(), words: words.join(', ') } } }
    return { value: word === NOT_STATED ? null : word }
  }
}

type Kind = (typeof projectFields)[ProjectKey]['kind']
type KeyOfKind<K extends Kind> = { [P in ProjectKey]: (typeof projectFields)[P]['kind'] extends K ? P : never }[ProjectKey]
export type SheetField = KeyOfKind<Exclude<Kind, 'flag'>>

export const sheetFields = projectKeys.filter((key): key is SheetField => projectFields[key].kind !== 'flag')

/** For RowReader.draft. */
export const fieldReaders = Object.fromEntries(
  sheetFields.map((key) => [key, cells[projectFields[key].kind].read(ProjectDraft.properties[key], key as never)]),
) as { [K in SheetField]: (cell: string) => Read<ProjectDraft[K]> }

export const fieldCells = (values: Pick<ProjectValues, SheetField>): Record<SheetField, string> =>
  Object.fromEntries(sheetFields.map((key) => [key, cells[projectFields[key].kind].write(values[key] as never)])) as Record<
    SheetField,
    string
  >
