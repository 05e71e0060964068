import { handle } from '#api/app.ts'
import { bulkReport } from '#api/console/project/bulk/bulk-report.ts'
import { undoPlans } from '#api/console/project/bulk/bulk-undo.ts'
import { undoProjectChange } from '#contract/console/project-bulk.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { undoUntil } from '#rules/request/request.ts'
import { claimBulk } from '#store/project/bulk.ts'

export default handle(undoProjectChange, (context) => {
  const { app, caller, params, change, record, signal } = context
  const undo = () =>
    change(async (sql) => {
      const bulk = await claimBulk(sql, caller.id, readId(params.id))
      if (!bulk) throw new Refusal('bulk_not_found')
      if (undoUntil(bulk.at, app.settings) < app.now()) throw new Refusal('undo_expired', { minutes: app.settings.undoMinutes })
      return bulkReport(await undoPlans(sql, context, bulk, record), true)
    })
  return app.queues.bulkEdits.run(caller.id, undo, signal)
})
