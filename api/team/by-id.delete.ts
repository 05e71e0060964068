import { applyTeamChange } from '#actions/team/pending.ts'
import { handle, momentOf } from '#api/app.ts'
import { disbandTeam, TeamPage } from '#contract/team.ts'
import { undoUntil } from '#rules/request/request.ts'
import { insertTeamChange } from '#store/team/pending.ts'
import { lockedTeamOf, refuseUnless, teamPage } from './team-page.ts'

export default handle(disbandTeam, (context) =>
  context.change(async (sql) => {
    const { app, caller, params } = context
    const team = await lockedTeamOf(sql, params.id, context)
    const { id } = team
    refuseUnless('disband', team, context)
    // Retry after a lost response.
    if (team.disbanding) return { id, status: 'disbanding' as const, takesEffectAt: team.disbanding.takesEffectAt }
    context.refuseIfChanged(TeamPage, teamPage(team, context))
    const at = app.now()
    const change = { team: id, member: null, actorId: caller.id }
    context.record(`team ${id}`, { team: team.name })
    if (app.settings.undoMinutes === 0) {
      await applyTeamChange(sql, { ...change, ...momentOf(app, at) })
      return { id, status: 'disbanded' as const, takesEffectAt: null }
    }
    const dueAt = undoUntil(at, app.settings)
    await insertTeamChange(sql, change, at, dueAt)
    return { id, status: 'disbanding' as const, takesEffectAt: dueAt.toISOString() }
  }),
)
