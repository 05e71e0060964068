import { handle } from '#api/app.ts'
import { listSheet } from '#api/console/list/list-sheet.ts'
import { findRequests } from '#api/console/list/lists.ts'
import { exportRequests } from '#contract/console/list-export.ts'

export default handle(exportRequests, (context) =>
  listSheet('request', context, async (sql, filter, limit) => {
    const { requests: rows, total } = await findRequests(sql, context, filter, { limit, offset: 0 })
    return { rows, total }
  }),
)
