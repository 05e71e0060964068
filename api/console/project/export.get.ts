import { handle } from '#api/app.ts'
import { listSheet } from '#api/console/list/list-answer.ts'
import { findProjects } from '#api/console/list/project-list.ts'
import { exportProjects } from '#contract/console/list-export.ts'

export default handle(exportProjects, (context) => listSheet('project', 'projects', context, findProjects))
