import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { Count, Nullable } from '#contract/shared.ts'
import { ReportedEmails } from './import-email.ts'
import { oneOf, sheetTypes } from './shared.ts'

// Import and export of spreadsheets.

export const sheetKinds = ['project', 'team', 'round', 'person', 'tag', 'role', 'synonym'] as const
export type SheetKind = (typeof sheetKinds)[number]
export const sheetFormats = ['csv', 'xlsx', 'json'] as const
export type SheetFormat = (typeof sheetFormats)[number]

const Kind = oneOf(sheetKinds)
const KindParams = Type.Object({ kind: Kind })
const Format = Type.Optional(oneOf(sheetFormats, 'xlsx when absent'))
export const sheetFiles = { most: 1, mostBytes: 20 * 1024 * 1024, fieldBytes: 1024 * 1024 }
export const sheetFileErrors = ['sheet_missing', 'sheet_unreadable', 'sheet_too_long', 'sign_in_again'] as const
export const sheetErrors = [...sheetFileErrors, 'sheet_columns'] as const
const Options = Type.Optional(Type.String({ maxLength: 1024 * 1024, description: 'import options as JSON, see ImportOptions' }))

export const SheetRow = Type.Object({
  row: Type.Integer({ minimum: 1, description: 'row number in the file' }),
  what: oneOf(['create', 'change', 'same', 'refuse']),
  name: Type.String({ description: 'display name of the record' }),
  changes: Type.Array(Type.Object({ column: Type.String(), before: Nullable(Type.String()), after: Nullable(Type.String()) })),
  faults: Type.Array(
    Type.Object({
      column: Nullable(Type.String()),
      message: Type.String(),
      suggestions: Type.Optional(Type.Array(Type.String(), { description: 'values for this cell that may be meant' })),
    }),
  ),
  warnings: Type.Array(
    Type.Object({
      column: Nullable(Type.String()),
      message: Type.String(),
      suggestions: Type.Optional(Type.Array(Type.String())),
    }),
    { description: 'what should be looked at; does not prevent the import' },
  ),
  cells: Type.Array(Type.String(), { description: 'the cells of the row, in the order of `columns` of the report' }),
  cut: Type.Array(Type.Integer(), { description: 'positions of cells that are shortened here' }),
})
export type SheetRow = Static<typeof SheetRow>

export const ReportColumn = Type.Object({
  index: Type.Integer({ description: 'position in the file' }),
  column: Type.String(),
  head: Type.String({ description: 'the heading in the file' }),
  label: Type.String({ description: 'the name of the column in the caller’s language' }),
})

export const UnknownTerm = Type.Object({
  kind: oneOf(['tag', 'role']),
  text: Type.String(),
  rows: Count,
  suggestions: Type.Array(Type.String()),
})
export type UnknownTerm = Static<typeof UnknownTerm>

export const ImportReport = Type.Object({
  kind: Kind,
  isDone: Type.Boolean({ description: 'whether the file was imported' }),
  counts: Type.Object({ create: Count, change: Count, same: Count, refuse: Count }),
  columns: Type.Array(ReportColumn, { description: 'the imported columns' }),
  rows: Type.Array(SheetRow, { description: 'rows with errors first, then rows with warnings, then rows with changes; at most 5000' }),
  isCut: Type.Boolean(),
  unknownTerms: Type.Array(UnknownTerm, { description: 'tags and roles that do not exist; at most 100' }),
  emails: ReportedEmails,
  totalRows: Type.Array(Type.Integer(), { description: 'rows that look like a total, not like a record; at most 100' }),
  missingPeople: Type.Integer({ minimum: 0, description: 'people of a team sheet who have no account and could be invited' }),
  invitedPeople: Type.Integer({ minimum: 0, description: 'people the import invites' }),
})
export type ImportReport = Static<typeof ImportReport>

export const importSheet = endpoint({
  id: 'importSheet',
  method: 'POST',
  path: '/console/import/{kind}',
  access: 'curator',
  tag: 'Console',
  summary: 'Imports a CSV, XLSX or JSON file, completely or not at all',
  description:
    'With `mode` "try" nothing is saved: the response lists what would be created, changed or rejected. A file with errors in any row is not imported, unless `options` say so. Importing people requires an administrator.',
  params: KindParams,
  body: Type.Object({
    mode: Type.Optional(oneOf(['try', 'do'], 'try when absent')),
    ticket: Type.Optional(Type.String({ pattern: '^[\\w-]{8,64}$', description: 'key for requesting the progress' })),
    options: Options,
  }),
  files: sheetFiles,
  seconds: 120,
  answer: ImportReport,
  errors: [...sheetErrors, 'import_under_way'],
})

export const markSheet = endpoint({
  id: 'markSheet',
  method: 'POST',
  path: '/console/import/{kind}/marked',
  access: 'curator',
  tag: 'Console',
  summary: 'Returns the file with errors marked; nothing is saved',
  params: KindParams,
  body: Type.Object({ options: Options }),
  files: sheetFiles,
  changesNothing: true,
  seconds: 120,
  answer: Type.Unsafe<void>({ description: 'bytes' }),
  success: { status: 200, description: 'The spreadsheet', types: sheetTypes },
  errors: sheetErrors,
})

export const getImportProgress = endpoint({
  id: 'getImportProgress',
  method: 'GET',
  path: '/console/import/progress/{ticket}',
  access: 'curator',
  tag: 'Console',
  summary: 'Progress of an import',
  params: Type.Object({ ticket: Type.String({ pattern: '^[\\w-]{8,64}$' }) }),
  answer: Type.Object({ stage: oneOf(['waiting', 'reading', 'checking', 'writing', 'done']), done: Count, all: Count }),
  errors: [],
})

export const exportSheet = endpoint({
  id: 'exportSheet',
  method: 'GET',
  path: '/console/export/{kind}',
  access: 'curator',
  tag: 'Console',
  summary: 'Exports all records of a kind as a file that can be imported again',
  params: KindParams,
  query: Type.Object({
    format: Format,
    headings: Type.Optional(oneOf(['keys', 'words'], 'headings as keys (when absent) or in the caller’s language')),
    template: Type.Optional(oneOf(['true'], 'return the columns with one example row instead')),
  }),
  seconds: 60,
  answer: Type.Unsafe<void>({ description: 'bytes' }),
  success: { status: 200, description: 'The spreadsheet', types: sheetTypes },
  errors: ['sign_in_again', 'too_many_jobs'],
})

export const spreadsheetEndpoints = [markSheet, getImportProgress, exportSheet]
