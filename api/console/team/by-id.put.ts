import { handle } from '#api/app.ts'
import { ConsoleTeam, updateTeam } from '#contract/console/team.ts'
import { changesBetween } from '#rules/audit.ts'
import { readId } from '#rules/id.ts'
import { readText } from '#rules/text.ts'
import { lockConsoleTeam } from '#store/console-team.ts'
import { lockTeamNames, updateTeamText } from '#store/team-change.ts'
import { noTeam, teamNameFrom, teamNow, teamView } from './team-view.ts'

export default handle(updateTeam, ({ app, params, body, change, record, refuseIfChanged }) =>
  change(async (sql) => {
    await lockTeamNames(sql) // lock order: team names before the team
    const team = await lockConsoleTeam(sql, readId(params.id))
    if (!team) throw noTeam(params.id)
    refuseIfChanged(ConsoleTeam, teamView(team, app))
    const { id } = team
    const name = body.name === team.name ? team.name : await teamNameFrom(sql, body.name, id)
    const description = body.description === undefined ? team.description : readText(body.description)
    if (name === team.name && description === team.description) return teamView(team, app)
    await updateTeamText(sql, id, { name, description }, app.now())
    record(`team ${id}`, {
      ...(name === team.name ? { team: name } : {}),
      ...changesBetween({ name: team.name, description: team.description }, { name, description }),
    })
    return teamNow(sql, id, app)
  }),
)
