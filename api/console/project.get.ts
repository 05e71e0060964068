import { handle } from '#api/app.ts'
import { listConsoleProjects } from '#contract/console/project.ts'
import { listPage } from './list/list-answer.ts'
import { findProjects } from './list/project-list.ts'

export default handle(listConsoleProjects, (context) => listPage(context, findProjects))
