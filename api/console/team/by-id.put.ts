import { handle } from '#api/app.ts'
import { wantedRolesFrom } from '#api/team/team-input.ts'
import { ConsoleTeam, updateTeam } from '#contract/console/team.ts'
import { changesBetween } from '#rules/console/audit.ts'
import { recordedTeam } from '#rules/team/wanted-role.ts'
import { readText } from '#rules/text/text.ts'
import { lockTeamNames, setTeamWantedRoles, updateTeamText } from '#store/team/change.ts'
import { lockedConsoleTeam, teamNameFrom, teamNow, teamView } from './team-input.ts'

export default handle(updateTeam, ({ app, params, body, change, record, refuseIfChanged }) =>
  change(async (sql) => {
    await lockTeamNames(sql) // lock order: team names before the team
    const team = await lockedConsoleTeam(sql, params.id)
    refuseIfChanged(ConsoleTeam, teamView(team, app))
    const { id } = team
    const name = body.name === team.name ? team.name : await teamNameFrom(sql, body.name, id)
    const description = body.description === undefined ? team.description : readText(body.description)
    const wanted = body.wantedRoles && (await wantedRolesFrom(sql, body.wantedRoles))
    const after = { name, description, isLooking: body.isLooking ?? team.isLooking }
    const changed = changesBetween(recordedTeam(team), recordedTeam({ ...after, wantedRoles: wanted ?? team.wantedRoles }))
    if (Object.keys(changed).length === 0) return teamView(team, app)
    if (wanted) await setTeamWantedRoles(sql, id, wanted)
    await updateTeamText(sql, id, after, app.now())
    record(`team ${id}`, { ...(name === team.name ? { team: name } : {}), ...changed })
    return teamNow(sql, id, app)
  }),
)
