import { applyTeamChange } from '#actions/team/pending.ts'
import { handle, momentOf } from '#api/app.ts'
import { lockedTeamOf, refuse, refuseUnless, teamPage, teamPageNow } from '#api/team/team-page.ts'
import { removeOwnMember, TeamPage } from '#contract/team.ts'
import { undoUntil } from '#rules/request/request.ts'
import { insertTeamChange } from '#store/team/pending.ts'
import { memberOf } from './member-of-team.ts'

export default handle(removeOwnMember, (context) =>
  context.change(async (sql) => {
    const { app, caller, params } = context
    const team = await lockedTeamOf(sql, params.id, context)
    refuseUnless('remove', team, context)
    const member = memberOf(team, params.member)
    if (member.id === team.own.member) refuse('use_leave_instead', team, app)
    // Retry after a lost response.
    if (member.removal) return teamPage(team, context)
    context.refuseIfChanged(TeamPage, teamPage(team, context))
    const at = app.now()
    const change = { team: team.id, member: member.id, actorId: caller.id }
    if (app.settings.undoMinutes === 0) await applyTeamChange(sql, { ...change, ...momentOf(app, at) })
    else await insertTeamChange(sql, change, at, undoUntil(at, app.settings))
    context.record(`team ${team.id}`, { team: team.name, removed: member.name })
    return teamPageNow(sql, team.id, context)
  }),
)
