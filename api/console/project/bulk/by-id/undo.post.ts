import { momentOf } from '#actions/moment.ts'
import { changeWork } from '#actions/round/waitlist.ts'
import { changeWindows } from '#actions/round/windows.ts'
import { handle } from '#api/app.ts'
import { reportOf } from '#api/console/project/bulk/bulk-report.ts'
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
      const moment = momentOf(app, app.now())
      const projects = bulk.entries.map(({ id }) => id)
      const teams = bulk.entries.flatMap(({ endedTeams }) => endedTeams)
      const results = await changeWork(sql, { teams, projects }, moment, () =>
        changeWindows(sql, { projects }, moment.at, () => undoPlans(sql, context, bulk, record)),
      )
      return reportOf(results, true)
    })
  return app.bulkEdits.run(caller.id, undo, signal)
})
