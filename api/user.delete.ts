import { changeAccounts } from '#actions/team/members.ts'
import { handle, momentOf } from '#api/app.ts'
import { Account, deleteUser } from '#contract/profile.ts'
import { Refusal } from '#http/response/problem.ts'
import { deletedPersonName } from '#rules/in-words.ts'
import { whyNotDeleteAccount } from '#rules/person/profile.ts'
import { insertAudit } from '#store/audit/insert.ts'
import { anonymisePerson, lockForDeletion, loginOfDeleted } from '#store/person/delete.ts'
import { revokeSessionsOf } from '#store/session/session.ts'
import { accountNow } from './user/account.ts'

export default handle(deleteUser, async ({ app, caller, change, refuseIfChanged, requestId }) => {
  const now = app.now()
  const ended = await change(async (sql) => {
    const facts = await lockForDeletion(sql, caller.id)
    refuseIfChanged(Account, await accountNow(sql, caller.id, app.apiUrl))
    const refusal = whyNotDeleteAccount(facts)
    if (refusal) throw new Refusal(refusal)
    const login = loginOfDeleted(caller.id)
    const sessions = await revokeSessionsOf(sql, caller.id, 'person_deleted', now)
    const name = deletedPersonName(app.settings.locale)
    const moment = momentOf(app, now)
    await changeAccounts(sql, [caller.id], moment, () => anonymisePerson(sql, caller.id, { login, name, now }))
    await insertAudit(sql, {
      at: now,
      action: 'user_deleted',
      actorId: caller.id,
      sid: caller.sid,
      target: `person ${caller.id}`,
      requestId,
    })
    return sessions
  })
  app.signedIn.forget(ended.map(({ sid }) => sid))
})
