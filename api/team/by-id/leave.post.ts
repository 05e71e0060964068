import { changeMembers } from '#actions/team/members.ts'
import { handle, momentOf } from '#api/app.ts'
import { lockedTeamOf, refuseUnless } from '#api/team/team-page.ts'
import { leaveTeam } from '#contract/team.ts'
import { removeMember, touchTeam } from '#store/team/change.ts'
import { isDisbanded } from '#store/team/succession.ts'

export default handle(leaveTeam, (context) =>
  context.change(async (sql) => {
    const { app, params } = context
    const team = await lockedTeamOf(sql, params.id, context)
    const { id, own } = team
    refuseUnless('leave', team, context)
    const at = app.now()
    await changeMembers(sql, [id], momentOf(app, at), async () => {
      await removeMember(sql, own.member!)
      await touchTeam(sql, id, at)
    })
    context.record(`team ${id}`, { team: team.name })
    return { id, status: 'left' as const, isDisbanded: await isDisbanded(sql, id) }
  }),
)
