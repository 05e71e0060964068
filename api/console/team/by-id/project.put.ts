import { changeWork } from '#actions/round/waitlist.ts'
import { handle, momentOf } from '#api/app.ts'
import { lockedForMove, teamNow, teamView } from '#api/console/team/team-input.ts'
import { ConsoleTeam, moveTeam } from '#contract/console/team.ts'
import { Refusal } from '#http/response/problem.ts'
import { undoUntil } from '#rules/request/request.ts'
import { outcomeOf, whyNotAssign } from '#rules/team/team.ts'
import { touchTeam } from '#store/team/change.ts'
import { findDecidingRound, moveTeam as move } from '#store/team/move.ts'

export default handle(moveTeam, ({ app, caller, params, body, change, record, refuseIfChanged }) =>
  change(async (sql) => {
    const at = app.now()
    const slug = body.project
    const { project, team } = await lockedForMove(sql, slug, params.id)
    refuseIfChanged(ConsoleTeam, teamView(team, app))
    if (slug !== null && !project) throw new Refusal('project_not_found', { slug })
    const former = team.project
    if ((former?.id ?? null) === (project?.id ?? null)) return teamView(team, app)
    const why = project ? whyNotAssign(project) : null
    const round = project ? await findDecidingRound(sql, { team: team.id, project: project.id, now: at }) : undefined
    if (round) throw new Refusal('decided_by_round', { round })
    if (why) throw new Refusal(why, { project: project!.name })
    const outcome = former ? outcomeOf(former, app.calendar(at)) : 'left'
    const moved = { team: team.id, project: project?.id ?? null, outcome }
    const act = { actorId: caller.id, at, tellAt: undoUntil(at, app.settings) }
    await changeWork(sql, { teams: [team.id] }, momentOf(app, at), () => move(sql, moved, act))
    await touchTeam(sql, team.id, at)
    record(`team ${team.id}`, {
      team: team.name,
      project: [former?.name ?? null, project?.name ?? null],
      ...(former ? { outcome } : {}),
    })
    return teamNow(sql, team.id, app)
  }),
)
