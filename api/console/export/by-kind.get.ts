import { handle } from '#api/app.ts'
import { refuseUnlessAllowed } from '#api/console/import/sheet.ts'
import { exportSheet } from '#contract/console/exchange.ts'
import { exportAll, exportTemplate } from '#exchange/export.ts'
import { mimes } from '#exchange/write.ts'
import { writeDay } from '#rules/day.ts'

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
