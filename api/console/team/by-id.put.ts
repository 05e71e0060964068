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
    const held = await lockConsoleTeam(sql, readId(params.id))
    if (!held) throw noTeam(params.id)
    refuseIfChanged(ConsoleTeam, teamView(held, app))
    const { id } = held
    const name = body.name === held.name ? held.name : await teamNameFrom(sql, body.name, id)
    const description = body.description === undefined ? held.description : readText(body.description)
    if (name === held.name && description === held.description) return teamView(held, app)
    await updateTeamText(sql, id, { name, description }, app.now())
    record(`team ${id}`, {
      ...(name === held.name ? { team: name } : {}),
      ...changesBetween({ name: held.name, description: held.description }, { name, description }),
    })
    return teamNow(sql, id, app)
  }),
)
