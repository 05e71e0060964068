import { handle } from '#api/app.ts'
import { aboutOf, refuseUnlessAllowed, withSheet } from '#api/console/import/sheet.ts'
import { markSheet } from '#contract/console/spreadsheet.ts'
import { writeMarked } from '#spreadsheet/export.ts'
import { planImport } from '#spreadsheet/import.ts'
import { mimes } from '#spreadsheet/write.ts'

export default handle(markSheet, async (context) => {
  const { app, params, language, files, signal } = context
  await refuseUnlessAllowed(markSheet, params.kind, context)
  return withSheet(context, async (sheet) => {
    const { rows } = await app.sql.begin('read only', (sql) => planImport(sql, params.kind, sheet, aboutOf(context)))
    const name = `${files[0]!.name.replace(/\.[^.]*$/, '').slice(0, 80) || params.kind}-faults.${sheet.format}`
    return { attachment: await writeMarked(app.sheets, params.kind, sheet, rows, language, signal), name, mime: mimes[sheet.format] }
  })
})
