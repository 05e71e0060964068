import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { Count, Nullable } from '#contract/shared.ts'
import { sheetTypes, word } from './shared.ts'

// Data in and out, as sheets.

export const exchanged = ['project', 'team', 'person', 'tag', 'role'] as const
export type Exchanged = (typeof exchanged)[number]
export const sheetFormats = ['csv', 'xlsx', 'json'] as const
export type SheetFormat = (typeof sheetFormats)[number]

const Kind = word(exchanged)
const KindParams = Type.Object({ kind: Kind })
const Format = Type.Optional(word(sheetFormats, 'xlsx when absent'))
const files = { most: 1, mostBytes: 20 * 1024 * 1024 }
const sheetErrors = ['sheet_missing', 'sheet_unreadable', 'sheet_columns', 'sheet_too_long', 'sign_in_again'] as const

export const SheetRow = Type.Object({
  row: Type.Integer({ minimum: 1, description: 'as in the sheet; its head is row 1' }),
  what: word(['create', 'change', 'same', 'refuse']),
  name: Type.String({ description: 'what it is about, for people' }),
  changes: Type.Array(Type.Object({ column: Type.String(), before: Nullable(Type.String()), after: Nullable(Type.String()) })),
  faults: Type.Array(Type.Object({ column: Nullable(Type.String()), message: Type.String() })),
})
export type SheetRow = Static<typeof SheetRow>

export const ImportReport = Type.Object({
  kind: Kind,
  isDone: Type.Boolean({ description: 'whether the file was brought in' }),
  counts: Type.Object({ create: Count, change: Count, same: Count, refuse: Count }),
  rows: Type.Array(SheetRow, { description: 'first those that are refused, then those that change something; at most 1000' }),
  isCut: Type.Boolean(),
})
export type ImportReport = Static<typeof ImportReport>

export const importSheet = endpoint({
  id: 'importSheet',
  method: 'POST',
  path: '/console/import/{kind}',
  access: 'curator',
  tag: 'Console',
  summary: 'Brings in a CSV, XLSX or JSON file: all of it or nothing',
  description:
    'With `mode` "try" nothing is written: the answer says what would be created, changed and refused. A file with a single refused row is not brought in at all. People are for administrators.',
  params: KindParams,
  body: Type.Object({
    mode: Type.Optional(word(['try', 'do'], 'try when absent')),
    ticket: Type.Optional(Type.String({ pattern: '^[\\w-]{8,64}$', description: 'under which the progress can be asked for' })),
  }),
  files,
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
  summary: 'The same sheet with its faults marked; nothing is written',
  params: KindParams,
  files,
  changesNothing: true,
  seconds: 120,
  answer: Type.Unsafe<void>({ description: 'bytes' }),
  success: { status: 200, description: 'The sheet', types: sheetTypes },
  errors: sheetErrors,
})

export const getImportProgress = endpoint({
  id: 'getImportProgress',
  method: 'GET',
  path: '/console/import/progress/{ticket}',
  access: 'curator',
  tag: 'Console',
  summary: 'How far an import has come',
  params: Type.Object({ ticket: Type.String({ pattern: '^[\\w-]{8,64}$' }) }),
  answer: Type.Object({ stage: word(['waiting', 'reading', 'checking', 'writing', 'done']), done: Count, all: Count }),
  errors: [],
})

export const exportSheet = endpoint({
  id: 'exportSheet',
  method: 'GET',
  path: '/console/export/{kind}',
  access: 'curator',
  tag: 'Console',
  summary: 'Everything of a kind as a sheet that can be brought in again',
  params: KindParams,
  query: Type.Object({ format: Format, template: Type.Optional(word(['true'], 'the columns with one made-up row instead')) }),
  seconds: 60,
  answer: Type.Unsafe<void>({ description: 'bytes' }),
  success: { status: 200, description: 'The sheet', types: sheetTypes },
  errors: ['sign_in_again'],
})
