import { handle } from '#api/app.ts'
import { listConsoleTeams } from '#contract/console/team.ts'
import { listPage } from './list/list-answer.ts'
import { findTeams } from './list/lists.ts'

export default handle(listConsoleTeams, (context) => listPage(context, findTeams))
