import { handle } from '#api/app.ts'
import { listSheet } from '#api/console/list/list-answer.ts'
import { findTeams } from '#api/console/list/lists.ts'
import { exportTeams } from '#contract/console/list-export.ts'

export default handle(exportTeams, (context) => listSheet('team', 'teams', context, findTeams))
