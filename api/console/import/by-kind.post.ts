import { handle } from '#api/app.ts'
import { importSheet } from '#contract/console/spreadsheet.ts'
import { countsOf, planImport, reportOf, runImport, type Stage } from '#spreadsheet/import.ts'
import { aboutOf, refuseUnlessAllowed, withSheet } from './sheet.ts'

export default handle(importSheet, async (context) => {
  const { app, params, body, language, change, record } = context
  const { kind } = params
  await refuseUnlessAllowed(importSheet, kind, context)
  const noted = (stage: Stage, done: number, all: number) => app.progress.note(body.ticket, { stage, done, all }, app.now())
  const about = aboutOf(context, noted)
  return withSheet(
    context,
    async (sheet) => {
      const report = await (body.mode === 'do'
        ? change(async (sql) => {
            const { rows, isDone } = await runImport(sql, kind, sheet, about)
            const { create, change, same } = countsOf(rows)
            if (isDone && create + change > 0) record(`import ${kind}`, { created: create, changed: change, same, format: sheet.format })
            return reportOf(kind, rows, isDone, language)
          })
        : app.sql.begin('read only', async (sql) => reportOf(kind, (await planImport(sql, kind, sheet, about)).rows, false, language)))
      noted('done', sheet.lines.length, sheet.lines.length)
      return report
    },
    (done, all) => noted('reading', done, all),
  )
})
