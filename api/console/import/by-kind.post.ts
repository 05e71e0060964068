import { handle } from '#api/app.ts'
import { importSheet } from '#contract/console/spreadsheet.ts'
import { countsOf, planImport, reportOf, runImport, type Stage } from '#spreadsheet/import.ts'
import { aboutOf, inLanguage, refuseUnlessAllowed, sheetOf } from './sheet.ts'

export default handle(importSheet, async (context) => {
  const { app, params, body, language, change, record } = context
  const { kind } = params
  await refuseUnlessAllowed(importSheet, kind, context)
  const noted = (stage: Stage, done: number, all: number) => app.progress.note(body.ticket, { stage, done, all }, app.now())
  const sheet = await sheetOf(context, (done, all) => noted('reading', done, all))
  const about = aboutOf(context, noted)
  const report = await inLanguage(language, async () => {
    if (body.mode !== 'do') {
      const { rows } = await app.sql.begin('read only', (sql) => planImport(sql, kind, sheet, about))
      return reportOf(kind, rows, false, language)
    }
    return change(async (sql) => {
      const { rows, isDone } = await runImport(sql, kind, sheet, about)
      const { create, change, same } = countsOf(rows)
      if (isDone && create + change > 0) record(`import ${kind}`, { created: create, changed: change, same, format: sheet.format })
      return reportOf(kind, rows, isDone, language)
    })
  })
  noted('done', sheet.lines.length, sheet.lines.length)
  return report
})
