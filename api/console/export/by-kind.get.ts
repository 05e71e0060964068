import { handle } from '#api/app.ts'
import { refuseUnlessAllowed } from '#api/console/import/sheet.ts'
import { exportSheet } from '#contract/console/spreadsheet.ts'
import { writeDay } from '#rules/time/day.ts'
import { exportAll, exportTemplate } from '#spreadsheet/write/export.ts'
import { mimes } from '#spreadsheet/write/write.ts'

export default handle(exportSheet, async (context) => {
  const { app, caller, params, query, language, signal } = context
  const { kind } = params
  const format = query.format ?? 'xlsx'
  await refuseUnlessAllowed(exportSheet, kind, context)
  const wanted = { kind, format, headings: query.headings === 'words' ? language : ('keys' as const), signal }
  const clock = { at: app.now(), timeZone: app.settings.timeZone }
  const isTemplate = query.template === 'true'
  const work = () =>
    isTemplate
      ? exportTemplate(app.imports.sheets, wanted)
      : app.sql.begin('read only', (sql) => exportAll(app.imports.sheets, sql, { ...wanted, ...clock }))
  const attachment = await app.queues.exports.run(caller.id, work, signal)
  const name = `${kind}-${isTemplate ? 'template' : writeDay(app.calendar(app.now()))}.${format}`
  return { attachment, name, mime: mimes[format] }
})
