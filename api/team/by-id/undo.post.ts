import { handle } from '#api/app.ts'
import { lockedTeamOf, refuse, stateOf, teamPageNow } from '#api/team/team-page.ts'
import { undoTeamChange } from '#contract/team.ts'
import { whyNotAdminister } from '#rules/team/formation.ts'
import { removeTeamChange } from '#store/team/pending.ts'

export default handle(undoTeamChange, (context) =>
  context.change(async (sql) => {
    const { app, caller, params, body } = context
    const team = await lockedTeamOf(sql, params.id, context)
    const why = whyNotAdminister(stateOf(team, caller))
    if (why) refuse(why, team, app)
    const member = body.member ?? null
    if (!(await removeTeamChange(sql, { team: team.id, member, now: app.now() }))) refuse('team_change_over', team, app)
    const name = team.members.find(({ id }) => id === member)?.name
    context.record(`team ${team.id}`, { team: team.name, ...(name === undefined ? {} : { member: name }) })
    return teamPageNow(sql, team.id, context)
  }),
)
