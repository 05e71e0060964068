import { handle } from '#api/app.ts'
import { getTeam } from '#contract/team.ts'
import { teamPage, visibleTeamOf } from './team-page.ts'

export default handle(getTeam, async (context) => teamPage(await visibleTeamOf(context.app.sql, context.params.id, context), context))
