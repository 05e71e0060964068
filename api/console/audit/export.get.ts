import { handle } from '#api/app.ts'
import { exportAudit } from '#contract/console/audit.ts'
import { MOST_EXPORTED } from '#rules/audit.ts'
import { writeDay } from '#rules/day.ts'
import { listAudit } from '#store/audit-log.ts'
import { filterOf } from './audit-filters.ts'
import { sheetOf } from './sheet.ts'

export default handle(exportAudit, async (context) => {
  const { app, query } = context
  const events = await listAudit(app.sql, filterOf(context), MOST_EXPORTED)
  const format = query.format ?? 'csv'
  const { bytes, mime } = await sheetOf(app.sheets, format, events)
  return { attachment: bytes, name: `audit-${writeDay(app.calendar(app.now()))}.${format}`, mime }
})
