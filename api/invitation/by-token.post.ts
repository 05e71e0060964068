import { handle, readerOf } from '#api/app.ts'
import { join, personWhoMayJoin } from '#api/joining/join.ts'
import { acceptInvitation } from '#contract/invitation.ts'
import { Refusal } from '#http/response/problem.ts'
import { findLink, hashOfToken, useLink } from '#store/team/invitation.ts'
import { lockTeamToJoin } from '#store/team/join.ts'

export default handle(acceptInvitation, ({ app, caller, params, change, record, spend }) =>
  change(async (sql) => {
    const at = app.now()
    const hash = hashOfToken(params.token)
    const found = await findLink(sql, hash, { now: at, member: caller.id })
    if (!found) {
      await spend('failures') // guesses
      throw new Refusal('invitation_over')
    }
    // Read again under the lock of the team: it may have been used up, ended or disbanded meanwhile.
    const team = await lockTeamToJoin(sql, found.teamId, readerOf({ app, caller }))
    const link = await findLink(sql, hash, { now: at, member: caller.id })
    if (!team || !link) throw new Refusal('invitation_over')
    if (team.member !== null) return { team: team.id, name: team.name, member: team.member }
    const person = await personWhoMayJoin(sql, app, team, { id: caller.id, isCaller: true, at })
    await useLink(sql, link.id)
    const member = await join(sql, app, team, person, { by: caller.id, at })
    record(`team ${team.id}`, { member })
    return { team: team.id, name: team.name, member }
  }),
)
