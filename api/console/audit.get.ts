import { handle } from '#api/app.ts'
import { listAudit } from '#contract/console/audit.ts'
import type { FieldFault } from '#contract/errors.ts'
import { readPage } from '#rules/paging.ts'
import { countAudit, listAuditActions, listAudit as listEvents } from '#store/audit/log.ts'
import { filterOf } from './audit/audit-filters.ts'

const MOST_PAGES = 20_000

export default handle(listAudit, async (context) => {
  const { app, query } = context
  const faults: FieldFault[] = []
  const { page, pageSize } = readPage(query, faults, { mostPages: MOST_PAGES })
  const filter = filterOf(context, faults)
  const [events, total, actions] = await Promise.all([
    listEvents(app.sql, filter, pageSize, (page - 1) * pageSize),
    countAudit(app.sql, filter),
    listAuditActions(app.sql, filter.hidden),
  ])
  return { events, total, page, pageSize, actions }
})
