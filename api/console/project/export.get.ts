import { handle } from '#api/app.ts'
import { listSheet } from '#api/console/list/list-sheet.ts'
import { exportProjects } from '#contract/console/list-export.ts'
import { findProjects } from './project-list.ts'

export default handle(exportProjects, (context) =>
  listSheet('project', context, async (sql, filter, limit) => {
    const { projects: rows, total } = await findProjects(sql, context, filter, limit)
    return { rows, total }
  }),
)
