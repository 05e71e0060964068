import { handle } from '#api/app.ts'
import { refuseUnlessAllowed } from '#api/console/import/sheet.ts'
import { exportSheet } from '#contract/console/spreadsheet.ts'
import { writeDay } from '#rules/day.ts'
import { exportAll, exportTemplate } from '#spreadsheet/export.ts'
import { mimes } from '#spreadsheet/write.ts'

export default handle(exportSheet, async (context) => {
  const { app, params, query } = context
  const { kind } = params
  const format = query.format ?? 'xlsx'
  await refuseUnlessAllowed(exportSheet, kind, context)
  const isTemplate = query.template === 'true'
  const attachment = isTemplate
    ? await exportTemplate(app.sheets, kind, format)
    : await app.sql.begin('read only', (sql) => exportAll(app.sheets, sql, kind, format))
  const name = `${kind}-${isTemplate ? 'template' : writeDay(app.calendar(app.now()))}.${format}`
  return { attachment, name, mime: mimes[format] }
})
