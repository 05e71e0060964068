import { handle } from '#api/app.ts'
import { inviteByLink, invitePerson, renewedLink } from '#api/joining/invite.ts'
import { joinRefusal, lockAsAdministrator } from '#api/joining/join.ts'
import { createInvitation } from '#contract/invitation.ts'
import type { TransactionSql } from '#database/sql.ts'
import { whyNoRoom } from '#rules/team/formation.ts'

export default handle(createInvitation, ({ app, caller, params, body, change }) => {
  async function inviting(sql: TransactionSql) {
    const team = await lockAsAdministrator(sql, params.id, { app, caller })
    const why = whyNoRoom(team, app.settings)
    if (why) throw joinRefusal(why, team, app)
    return { app, callerId: caller.id, team, at: app.now() }
  }

  async function invite(sql: TransactionSql) {
    const given = await inviting(sql)
    return body.person ? invitePerson(sql, given, body.person, body.message) : inviteByLink(sql, given, body.uses)
  }

  type Answer = Awaited<ReturnType<typeof invite>>
  type Stored = { id: number } | { invited: Answer['invited'] }
  const hide = ({ link, invited }: Answer): Stored => (link ? { id: link.id } : { invited })

  // The answer with the token was lost: nobody has it, so the link gets another one.
  async function again(sql: TransactionSql, stored: Stored): Promise<Answer | null> {
    if ('invited' in stored) return { link: null, invited: stored.invited } as Answer
    return renewedLink(sql, await inviting(sql), stored.id)
  }

  return change(invite, { hide, again })
})
