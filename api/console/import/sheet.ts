import type { ApiApp } from '#api/app.ts'
import { ImportOptions } from '#contract/console/import-options.ts'
import type { SheetKind } from '#contract/console/spreadsheet.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Language } from '#contract/language.ts'
import type { Upload } from '#http/request/upload.ts'
import { validatorFor } from '#http/request/validate.ts'
import { Refusal } from '#http/response/problem.ts'
import { refuseUnless } from '#http/session/access.ts'
import type { Caller } from '#http/session/signed-in.ts'
import { type About, ImportUnderWay } from '#spreadsheet/import.ts'
import type { Reading } from '#spreadsheet/read/head-row.ts'
import { type Sheet, SheetFault } from '#spreadsheet/sheet.ts'

// Shared by the import and export endpoints.

type Context = { app: ApiApp; caller: Caller; files: Upload[]; language: Language; requestId: string; signal: AbortSignal }

/** Importing and exporting people requires an administrator. */
export async function refuseUnlessAllowed(
  endpoint: Endpoint,
  kind: SheetKind,
  context: Pick<Context, 'app' | 'caller' | 'requestId'>,
): Promise<void> {
  if (kind === 'person') await refuseUnless('administrator', { ...context, endpoint })
}

/** Reads the uploaded file, which is temporary and deleted after the call, and works with it: one import of a person at a time. */
export async function withSheet<T>(
  { app, caller, files, language, signal }: Context,
  work: (sheet: Sheet) => Promise<T>,
  reading: Reading,
  noted?: (done: number, all: number) => void,
): Promise<T> {
  const [file] = files
  if (!file) throw new Refusal('sheet_missing')
  try {
    return await app.imports.queue.run(
      caller.id,
      async () => work(await app.imports.sheets.read(file.path, noted, signal, reading)),
      signal,
    )
  } catch (error) {
    if (error instanceof SheetFault) throw new Refusal(error.code, error.details[language]) // in the caller's language
    if (error instanceof ImportUnderWay) throw new Refusal('import_under_way')
    throw error
  }
}

const validate = validatorFor(ImportOptions)

/** The options are a form field with JSON. */
export function optionsOf(given: string | undefined): ImportOptions {
  if (given === undefined) return {}
  let options: unknown
  try {
    options = JSON.parse(given)
  } catch {
    throw new Refusal('malformed_upload', { why: 'the field “options” is not JSON' })
  }
  validate(options)
  return options as ImportOptions
}

export const aboutOf = (
  { app, caller, requestId, signal }: Pick<Context, 'app' | 'caller' | 'requestId' | 'signal'>,
  options: ImportOptions,
  noted: About['noted'] = () => {},
): About => ({
  options,
  at: app.now(),
  today: app.calendar(app.now()),
  timeZone: app.settings.timeZone,
  locale: app.settings.locale,
  country: app.settings.country,
  actorId: caller.id,
  requestId,
  noted,
  signal,
})
