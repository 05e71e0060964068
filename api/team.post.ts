import { handle } from '#api/app.ts'
import { resolveRoles, wantedRolesFrom } from '#api/team/team-input.ts'
import { createOwnTeam } from '#contract/team.ts'
import { readText } from '#rules/text/text.ts'
import { setTeamWantedRoles } from '#store/team/change.ts'
import { insertOwnTeam } from '#store/team/own.ts'
import { lockMaker, ownTeamNameFrom } from './team/team-input.ts'
import { teamPageNow } from './team/team-page.ts'

export default handle(createOwnTeam, (context) =>
  context.change(async (sql) => {
    const { app, caller, body } = context
    await lockMaker(sql, context)
    const name = await ownTeamNameFrom(sql, body.name)
    const wanted = await wantedRolesFrom(sql, body.wantedRoles ?? [])
    const [roles] = await resolveRoles(sql, [body.roles ?? []])
    const text = { name, description: readText(body.description), isLooking: body.isLooking ?? false }
    const id = await insertOwnTeam(sql, text, { personId: caller.id, roleIds: roles!.ids }, app.now())
    await setTeamWantedRoles(sql, id, wanted)
    context.record(`team ${id}`, { name })
    context.setHeader('Location', `${app.apiUrl}/team/${id}`)
    return teamPageNow(sql, id, context)
  }),
)
