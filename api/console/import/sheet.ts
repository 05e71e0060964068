import type { ApiApp } from '#api/app.ts'
import type { SheetKind } from '#contract/console/spreadsheet.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Language } from '#contract/errors.ts'
import { refuseUnless } from '#http/access.ts'
import { Refusal } from '#http/problem.ts'
import type { Caller } from '#http/signed-in.ts'
import type { Upload } from '#http/upload.ts'
import { type About, ImportUnderWay } from '#spreadsheet/import.ts'
import { type Sheet, SheetFault } from '#spreadsheet/sheet.ts'

// Shared by the import and export endpoints.

type Context = { app: ApiApp; caller: Caller; files: Upload[]; language: Language; requestId: string }

/** Importing and exporting people requires an administrator. */
export async function refuseUnlessAllowed(
  endpoint: Endpoint,
  kind: SheetKind,
  context: Omit<Context, 'files' | 'language'>,
): Promise<void> {
  if (kind === 'person') await refuseUnless('administrator', { ...context, endpoint })
}

/** Reads the uploaded file, which is temporary and deleted after the call. */
export async function sheetOf(
  { app, files, language }: Pick<Context, 'app' | 'files' | 'language'>,
  noted?: (done: number, all: number) => void,
): Promise<Sheet> {
  const [file] = files
  if (!file) throw new Refusal('sheet_missing')
  return inLanguage(language, () => app.sheets.read(file.path, noted))
}

/** Turns errors of the sheet into refusals in the caller's language. */
export async function inLanguage<T>(language: Language, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SheetFault) throw new Refusal(error.code, error.details[language])
    if (error instanceof ImportUnderWay) throw new Refusal('import_under_way')
    throw error
  }
}

export const aboutOf = (
  { app, caller, requestId }: Pick<Context, 'app' | 'caller' | 'requestId'>,
  noted: About['noted'] = () => {},
): About => ({
  at: app.now(),
  today: app.calendar(app.now()),
  locale: app.config.locale,
  actorId: caller.id,
  requestId,
  noted,
})
