import { handle } from '#api/app.ts'
import { listSheet } from '#api/console/list/list-answer.ts'
import { findRequests } from '#api/console/list/lists.ts'
import { exportRequests } from '#contract/console/list-export.ts'

export default handle(exportRequests, (context) => listSheet('request', 'requests', context, findRequests))
