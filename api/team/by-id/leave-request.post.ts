import { handle, readerOf } from '#api/app.ts'
import { lockedTeamOf, refuseUnless, teamPageNow } from '#api/team/team-page.ts'
import { requestLeave } from '#contract/team.ts'
import { readText } from '#rules/text/text.ts'
import { lockJoiner } from '#store/team/lock.ts'
import { findOwnTeam, insertLeaveRequest } from '#store/team/own.ts'

export default handle(requestLeave, (context) =>
  context.change(async (sql) => {
    const { caller, params, body } = context
    const { id } = await lockedTeamOf(sql, params.id, context)
    // The limit of a day is of the person, in all teams.
    await lockJoiner(sql, caller.id)
    const reader = readerOf(context)
    refuseUnless('askToLeave', (await findOwnTeam(sql, id, reader))!, context)
    const { now: at, today } = reader
    await insertLeaveRequest(sql, { team: id, personId: caller.id, message: readText(body.message), at, today })
    return teamPageNow(sql, id, context)
  }),
)
