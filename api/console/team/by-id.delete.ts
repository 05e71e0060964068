import { handle } from '#api/app.ts'
import { ConsoleTeam, deleteTeam } from '#contract/console/team.ts'
import { Refusal } from '#http/problem.ts'
import { readId } from '#rules/id.ts'
import { lockConsoleTeam } from '#store/console-team.ts'
import { removeTeam } from '#store/team-change.ts'
import { noTeam, teamView } from './team-view.ts'

export default handle(deleteTeam, ({ app, params, change, record, refuseIfChanged }) =>
  change(async (sql) => {
    const held = await lockConsoleTeam(sql, readId(params.id))
    if (!held) throw noTeam(params.id)
    refuseIfChanged(ConsoleTeam, teamView(held, app))
    if (!(await removeTeam(sql, held.id))) throw new Refusal('team_in_use', { team: held.name })
    record(`team ${held.id}`, { name: held.name, members: held.members.map(({ name }) => name) })
    return { id: held.id, status: 'deleted' as const }
  }),
)
