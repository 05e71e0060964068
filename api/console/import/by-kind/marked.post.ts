import { handle } from '#api/app.ts'
import { aboutOf, optionsOf, refuseUnlessAllowed, withSheet } from '#api/console/import/sheet.ts'
import { markSheet } from '#contract/console/spreadsheet.ts'
import { planImport } from '#spreadsheet/import.ts'
import { prepareSheet } from '#spreadsheet/prepare.ts'
import { writeMarked } from '#spreadsheet/write/export.ts'
import { mimeOf } from '#spreadsheet/write/write.ts'

export default handle(markSheet, async (context) => {
  const { app, params, body, language, files, signal } = context
  const { kind } = params
  await refuseUnlessAllowed(markSheet, kind, context)
  const options = optionsOf(body.options)
  return withSheet(
    context,
    async (sheet) => {
      const prepared = await prepareSheet(kind, sheet, options)
      const { rows } = await app.sql.begin('read only', (sql) => planImport(sql, kind, prepared, aboutOf(context, options)))
      const name = `${files[0]!.name.replace(/\.[^.]*$/, '').slice(0, 80) || kind}-faults.${sheet.format}`
      const about = { language, signal, isRefusedOnly: options.isPartial === true }
      const attachment = await writeMarked(app.imports.sheets, kind, prepared, rows, about)
      return { attachment, name, mime: mimeOf(sheet) }
    },
    { kind, headRow: options.headRow },
  )
})
