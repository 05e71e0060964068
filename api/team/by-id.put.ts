import { handle } from '#api/app.ts'
import { wantedRolesFrom } from '#api/team/team-input.ts'
import { TeamPage, updateOwnTeam } from '#contract/team.ts'
import { changesBetween } from '#rules/console/audit.ts'
import { recordedTeam } from '#rules/team/wanted-role.ts'
import { readText } from '#rules/text/text.ts'
import { lockTeamNames, setTeamWantedRoles, updateTeamText } from '#store/team/change.ts'
import { ownTeamNameFrom } from './team-input.ts'
import { lockedTeamOf, refuseUnless, teamPage, teamPageNow } from './team-page.ts'

export default handle(updateOwnTeam, (context) =>
  context.change(async (sql) => {
    const { app, params, body } = context
    await lockTeamNames(sql) // lock order: team names before the team
    const team = await lockedTeamOf(sql, params.id, context)
    refuseUnless('edit', team, context)
    context.refuseIfChanged(TeamPage, teamPage(team, context))
    const after = {
      name: body.name === undefined || body.name === team.name ? team.name : await ownTeamNameFrom(sql, body.name, team.id),
      description: body.description === undefined ? team.description : readText(body.description),
      isLooking: body.isLooking ?? team.isLooking,
    }
    const wanted = body.wantedRoles && (await wantedRolesFrom(sql, body.wantedRoles))
    const changes = changesBetween(recordedTeam(team), recordedTeam({ ...after, wantedRoles: wanted ?? team.wantedRoles }))
    if (Object.keys(changes).length === 0) return teamPage(team, context)
    await updateTeamText(sql, team.id, after, app.now())
    if (wanted) await setTeamWantedRoles(sql, team.id, wanted)
    context.record(`team ${team.id}`, { ...(after.name === team.name ? { team: team.name } : {}), ...changes })
    return teamPageNow(sql, team.id, context)
  }),
)
