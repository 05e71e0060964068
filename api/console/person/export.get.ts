import { handle } from '#api/app.ts'
import { listSheet } from '#api/console/list/list-sheet.ts'
import { findPeople } from '#api/console/list/lists.ts'
import { exportPeople } from '#contract/console/list-export.ts'

export default handle(exportPeople, (context) =>
  listSheet('person', context, async (sql, filter, limit) => {
    const { people: rows, total } = await findPeople(sql, filter, { limit, offset: 0 })
    return { rows, total }
  }),
)
