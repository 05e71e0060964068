import { handle } from '#api/app.ts'
import { listSheet } from '#api/console/list/list-sheet.ts'
import { findTeams } from '#api/console/list/lists.ts'
import { exportTeams } from '#contract/console/list-export.ts'

export default handle(exportTeams, (context) =>
  listSheet('team', context, async (sql, filter, limit) => {
    const { teams: rows, total } = await findTeams(sql, context, filter, { limit, offset: 0 })
    return { rows, total }
  }),
)
