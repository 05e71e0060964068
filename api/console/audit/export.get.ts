import { handle } from '#api/app.ts'
import { exportAudit } from '#contract/console/audit.ts'
import { MOST_EXPORTED } from '#rules/console/audit.ts'
import { writeDay } from '#rules/time/day.ts'
import { listAudit } from '#store/audit/log.ts'
import { filterOf } from './audit-filters.ts'
import { sheetOf } from './sheet.ts'

export default handle(exportAudit, async (context) => {
  const { app, caller, query, signal } = context
  const format = query.format ?? 'csv'
  const work = async () => sheetOf(app.imports.sheets, format, await listAudit(app.sql, filterOf(context), MOST_EXPORTED), signal)
  const { bytes, mime } = await app.queues.exports.run(caller.id, work, signal)
  return { attachment: bytes, name: `audit-${writeDay(app.calendar(app.now()))}.${format}`, mime }
})
