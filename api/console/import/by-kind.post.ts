import { handle } from '#api/app.ts'
import { importSheet } from '#contract/console/spreadsheet.ts'
import { rememberColumns } from '#spreadsheet/column/describe.ts'
import { planImport, runImport, type Stage } from '#spreadsheet/import.ts'
import { prepareSheet } from '#spreadsheet/prepare.ts'
import { countsOf, reportOf } from '#spreadsheet/report.ts'
import { aboutOf, optionsOf, refuseUnlessAllowed, withSheet } from './sheet.ts'

export default handle(importSheet, async (context) => {
  const { app, params, body, language, change, record, caller } = context
  const { kind } = params
  await refuseUnlessAllowed(importSheet, kind, context)
  const options = optionsOf(body.options)
  const noted = (stage: Stage, done: number, all: number) => app.imports.progress.note(body.ticket, { stage, done, all }, app.now())
  const about = aboutOf(context, options, noted)
  return withSheet(
    context,
    async (sheet) => {
      const prepared = await prepareSheet(kind, sheet, options)
      const report = await (body.mode === 'do'
        ? change(async (sql) => {
            const plan = await runImport(sql, kind, prepared, about)
            const { create, change, same, refuse } = countsOf(plan.rows)
            const invited = plan.invitedPeople ?? 0
            const { count: emails = 0, when = 'now' } = plan.emails ?? {}
            const detail = { created: create, changed: change, same, format: sheet.format }
            if (plan.isDone && create + change > 0)
              record(`import ${kind}`, {
                ...detail,
                ...(refuse > 0 ? { skipped: refuse } : {}),
                ...(invited > 0 ? { invited } : {}),
                ...(emails > 0 ? { emails, when } : {}),
              })
            if (plan.isDone && options.columns) await rememberColumns(sql, kind, prepared, caller.id, app.now())
            return reportOf(kind, prepared, plan, language)
          })
        : app.sql.begin('read only', async (sql) => {
            const plan = await planImport(sql, kind, prepared, about)
            return reportOf(kind, prepared, { ...plan, isDone: false }, language)
          }))
      noted('done', sheet.lines.length, sheet.lines.length)
      return report
    },
    { kind, headRow: options.headRow },
    (done, all) => noted('reading', done, all),
  )
})
