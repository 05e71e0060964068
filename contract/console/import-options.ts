import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { Count, Nullable } from '#contract/shared.ts'
import { emailChoices } from './import-email.ts'
import { oneOf } from './shared.ts'
import { sheetFileErrors, sheetFiles, sheetFormats, sheetKinds } from './spreadsheet.ts'

// How the columns and cells of an office file are read.

export const MOST_EDITS = 5000
const Row = Type.Integer({ minimum: 0, maximum: 1_048_576 })
const Column = Type.Integer({ minimum: 0, maximum: 59 })

export const ImportOptions = Type.Object({
  headRow: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'row with the headings; found when absent' })),
  columns: Type.Optional(
    Type.Array(Nullable(Type.String({ maxLength: 32 })), {
      maxItems: 60,
      description: 'the column of the directory for each column of the file; null: ignored',
    }),
  ),
  fillDown: Type.Optional(Type.Array(Column, { maxItems: 60, description: 'columns whose empty cells repeat the cell above' })),
  edits: Type.Optional(
    Type.Array(Type.Object({ row: Row, column: Column, text: Type.String({ maxLength: 50_000 }) }), {
      maxItems: MOST_EDITS,
      description: 'corrected cells',
    }),
  ),
  terms: Type.Optional(
    Type.Array(
      Type.Object({
        kind: oneOf(['tag', 'role']),
        text: Type.String({ maxLength: 200 }),
        use: Nullable(Type.String({ maxLength: 200, description: 'an existing name; "" leaves the value out; null creates it' })),
      }),
      { maxItems: 200, description: 'what unknown tags and roles mean' },
    ),
  ),
  isPartial: Type.Optional(Type.Boolean({ description: 'import the rows without errors and leave out the others' })),
  emails: Type.Optional(
    oneOf(emailChoices, 'when the emails to people added to teams are sent; now when absent. Later: see `listImportEmails`'),
  ),
  importTotals: Type.Optional(Type.Boolean({ description: 'import rows that look like a total; they are skipped otherwise' })),
  inviteMissing: Type.Optional(Type.Boolean({ description: 'create the people of a team sheet who have no account, with member access' })),
})
export type ImportOptions = Static<typeof ImportOptions>

export const SheetColumns = Type.Object({
  format: oneOf(sheetFormats),
  headRow: Row,
  rowCount: Count,
  top: Type.Array(Type.Object({ row: Row, text: Type.String() }), { description: 'the first rows, to choose the headings from' }),
  columns: Type.Array(
    Type.Object({
      head: Type.String(),
      samples: Type.Array(Type.String()),
      column: Nullable(Type.String({ description: 'the proposed column; null: ignored' })),
      by: Nullable(oneOf(['memory', 'heading', 'similar', 'content'], 'why it is proposed')),
      hasGaps: Type.Boolean({ description: 'the first cell is filled, others are empty' }),
      fillDown: Type.Boolean({ description: 'proposed: empty cells repeat the cell above' }),
    }),
  ),
  fields: Type.Array(Type.Object({ column: Type.String(), label: Type.String(), isRequired: Type.Boolean() })),
  isCertain: Type.Boolean({ description: 'every column is recognised, nothing needs to be asked' }),
})
export type SheetColumns = Static<typeof SheetColumns>

export const inspectSheet = endpoint({
  id: 'inspectSheet',
  method: 'POST',
  path: '/console/import/{kind}/columns',
  access: 'curator',
  tag: 'Console',
  summary: 'Finds the headings of a file and proposes what its columns mean; nothing is saved',
  params: Type.Object({ kind: oneOf(sheetKinds) }),
  body: Type.Object({ headRow: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })) }),
  files: sheetFiles,
  changesNothing: true,
  seconds: 120,
  answer: SheetColumns,
  errors: sheetFileErrors,
})
