import { handle, readerOf } from '#api/app.ts'
import { join, personWhoMayJoin } from '#api/joining/join.ts'
import { answerInvitation } from '#contract/invitation.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { closeOwnInvitation, findOwnInvitation, lockInvitingTeams, neverInvite } from '#store/team/invitation.ts'
import { lockTeamToJoin } from '#store/team/join.ts'

export default handle(answerInvitation, ({ app, caller, params, body: { isAccepted, neverInvite: isLast }, change, record }) =>
  change(async (sql) => {
    const at = app.now()
    const id = readId(params.id)
    const found = await findOwnInvitation(sql, id, caller.id, at)
    if (!found) throw new Refusal('invitation_over')

    if (!isAccepted) {
      await lockInvitingTeams(sql, caller.id)
      const { status } = (await findOwnInvitation(sql, id, caller.id, at)) ?? found
      // One that is over is a reason too not to be invited again.
      if (isLast) await neverInvite(sql, caller.id, at)
      else if (status === 'open') await closeOwnInvitation(sql, id, 'declined', at)
      else if (status !== 'declined') throw new Refusal('invitation_over')
      return { team: null, member: null }
    }

    const team = await lockTeamToJoin(sql, found.teamId, readerOf({ app, caller }))
    const invitation = await findOwnInvitation(sql, id, caller.id, at)
    // Retry after a lost response.
    if (team && team.member !== null && invitation?.status === 'accepted') return { team: team.id, member: team.member }
    if (!team || team.isDisbanding || invitation?.status !== 'open') throw new Refusal('invitation_over')
    const person = await personWhoMayJoin(sql, app, team, { id: caller.id, isCaller: true, at })
    await closeOwnInvitation(sql, id, 'accepted', at) // before the member is inserted: a trigger ends what is open then
    const member = await join(sql, app, team, person, { by: caller.id, at })
    record(`team ${team.id}`, { member })
    return { team: team.id, member }
  }),
)
