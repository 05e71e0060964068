import { handle } from '#api/app.ts'
import { refuseUnlessAllowed, withSheet } from '#api/console/import/sheet.ts'
import { inspectSheet } from '#contract/console/import-options.ts'
import { describeColumns } from '#spreadsheet/column/describe.ts'

export default handle(inspectSheet, async (context) => {
  const { app, params, body, caller, language, signal } = context
  await refuseUnlessAllowed(inspectSheet, params.kind, context)
  return withSheet(context, (sheet) => describeColumns(app.sql, params.kind, sheet, { personId: caller.id, language, signal }), {
    headRow: body.headRow,
    kind: params.kind,
  })
})
