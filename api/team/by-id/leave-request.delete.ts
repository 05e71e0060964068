import { handle } from '#api/app.ts'
import { lockedTeamOf, refuse, teamPageNow } from '#api/team/team-page.ts'
import { cancelLeave } from '#contract/team.ts'
import { cancelLeaveRequest } from '#store/team/own.ts'

export default handle(cancelLeave, (context) =>
  context.change(async (sql) => {
    const { app, params } = context
    const team = await lockedTeamOf(sql, params.id, context)
    if (team.own.member === null) refuse('not_in_team', team, app)
    if (!team.own.leaveRequest) refuse('leave_request_over', team, app)
    await cancelLeaveRequest(sql, team.own.leaveRequest.id, app.now())
    return teamPageNow(sql, team.id, context)
  }),
)
