import { changeWork } from '#actions/round/waitlist.ts'
import { handle, momentOf } from '#api/app.ts'
import { selectedIds } from '#api/console/list/project-list.ts'
import { changeProjects } from '#contract/console/project-bulk.ts'
import { Refusal } from '#http/response/problem.ts'
import { undoUntil } from '#rules/request/request.ts'
import { insertBulk, lockForBulk } from '#store/project/bulk.ts'
import { applyPlans, planBulkChange } from './bulk/bulk-change.ts'
import { bulkReport } from './bulk/bulk-report.ts'

export default handle(changeProjects, (context) => {
  const { app, body, caller, change, record, signal } = context
  if ((body.ids === undefined) === (body.filter === undefined)) throw new Refusal('nothing_selected')
  return app.queues.bulkEdits.run(
    caller.id,
    async () => {
      const ids = await selectedIds(app.sql, context, body)
      if (body.mode !== 'do')
        return bulkReport(
          (await planBulkChange(app.sql, context, ids, body.change)).map(({ result }) => result),
          false,
        )
      return change(async (sql) => {
        await lockForBulk(sql, ids)
        const plans = await planBulkChange(sql, context, ids, body.change)
        const now = app.now()
        const entries = await changeWork(sql, { projects: ids }, momentOf(app, now), () => applyPlans(sql, plans, now, record))
        const undo =
          entries.length === 0
            ? null
            : { id: await insertBulk(sql, caller.id, entries, now), until: undoUntil(now, app.settings).toISOString() }
        return bulkReport(
          plans.map(({ result }) => result),
          true,
          undo,
        )
      })
    },
    signal,
  )
})
