import { handle } from '#api/app.ts'
import { listSheet } from '#api/console/list/list-answer.ts'
import { exportProjects } from '#contract/console/list-export.ts'
import { findProjects } from './project-list.ts'

export default handle(exportProjects, (context) => listSheet('project', 'projects', context, findProjects))
