import { handle } from '#api/app.ts'
import { ConsoleTeam, deleteTeam } from '#contract/console/team.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { removeTeam } from '#store/team/change.ts'
import { lockConsoleTeam } from '#store/team/console.ts'
import { noTeam, teamView } from './team-input.ts'

export default handle(deleteTeam, ({ app, params, change, record, refuseIfChanged }) =>
  change(async (sql) => {
    const team = await lockConsoleTeam(sql, readId(params.id), true)
    if (!team) throw noTeam(params.id)
    refuseIfChanged(ConsoleTeam, teamView(team, app))
    if (!(await removeTeam(sql, team.id))) throw new Refusal('team_in_use', { team: team.name })
    record(`team ${team.id}`, { name: team.name, members: team.members.map(({ name }) => name) })
    return { id: team.id, status: 'deleted' as const }
  }),
)
