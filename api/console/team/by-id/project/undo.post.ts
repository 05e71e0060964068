import { changeWork } from '#actions/round/waitlist.ts'
import { handle, momentOf } from '#api/app.ts'
import { lockedForMove, teamNow } from '#api/console/team/team-input.ts'
import { undoMove } from '#contract/console/team.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { whyNotAssign } from '#rules/team/team.ts'
import { touchTeam } from '#store/team/change.ts'
import { findLastMove, formerProjectOf, undoMove as undo } from '#store/team/move.ts'

export default handle(undoMove, ({ app, caller, params, change, record }) =>
  change(async (sql) => {
    const at = app.now()
    // The project is locked before the team, so the move is read twice.
    const found = await findLastMove(sql, readId(params.id), at)
    const slug = found ? await formerProjectOf(sql, found) : null
    const { project, team } = await lockedForMove(sql, slug, params.id)
    const move = await findLastMove(sql, team.id, at)
    if (!found || !move || move.from !== found.from || (move.from !== null && !project))
      throw new Refusal('move_not_undoable', { team: team.name })
    const why = project ? whyNotAssign(project) : null
    if (why) throw new Refusal(why, { project: project!.name })
    await changeWork(sql, { teams: [team.id] }, momentOf(app, at), () => undo(sql, move, { actorId: caller.id, at }))
    await touchTeam(sql, team.id, at)
    record(`team ${team.id}`, { team: team.name, project: [team.project?.name ?? null, project?.name ?? null] })
    return teamNow(sql, team.id, app)
  }),
)
