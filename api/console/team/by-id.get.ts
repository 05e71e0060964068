import { handle } from '#api/app.ts'
import { getConsoleTeam } from '#contract/console/team.ts'
import { readId } from '#rules/id.ts'
import { findConsoleTeam } from '#store/team/console.ts'
import { noTeam, teamView } from './team-input.ts'

export default handle(getConsoleTeam, async ({ app, params }) => {
  const team = await findConsoleTeam(app.sql, readId(params.id))
  if (!team) throw noTeam(params.id)
  return teamView(team, app)
})
