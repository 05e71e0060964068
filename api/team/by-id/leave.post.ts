import { handle } from '#api/app.ts'
import { lockedTeamOf, refuseUnless } from '#api/team/team-page.ts'
import { leaveTeam } from '#contract/team.ts'
import { removeMember, touchTeam } from '#store/team/change.ts'
import { isDisbandedNow } from '#store/team/own.ts'
import { finishProject } from '#store/team/pending.ts'

export default handle(leaveTeam, (context) =>
  context.change(async (sql) => {
    const { app, params } = context
    const team = await lockedTeamOf(sql, params.id, context)
    const { id, own, members } = team
    refuseUnless('leave', team, context)
    const at = app.now()
    if (members.length === 1) await finishProject(sql, id, at)
    await removeMember(sql, own.member!)
    await touchTeam(sql, id, at)
    const isDisbanded = await isDisbandedNow(sql, id)
    context.record(`team ${id}`, { team: team.name })
    return { id, status: 'left' as const, isDisbanded }
  }),
)
