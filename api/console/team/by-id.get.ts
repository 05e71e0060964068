import { handle } from '#api/app.ts'
import { getConsoleTeam } from '#contract/console/team.ts'
import { readId } from '#rules/id.ts'
import { findFormedTeam } from '#store/formed-team.ts'
import { noTeam, teamShown } from './formed.ts'

export default handle(getConsoleTeam, async ({ app, params }) => {
  const team = await findFormedTeam(app.sql, readId(params.id))
  if (!team) throw noTeam(params.id)
  return teamShown(team, app)
})
