import { handle } from '#api/app.ts'
import { Account, deleteUser } from '#contract/profile.ts'
import { Refusal } from '#http/response/problem.ts'
import { whyNotDeleteAccount } from '#rules/person/profile.ts'
import { insertAudit } from '#store/audit/insert.ts'
import { lockForDeletion } from '#store/person/delete.ts'
import { accountNow } from './user/account.ts'
import { deleteAccount } from './user/delete-account.ts'

export default handle(deleteUser, async ({ app, caller, change, refuseIfChanged, requestId }) => {
  const now = app.now()
  const ended = await change(async (sql) => {
    const facts = await lockForDeletion(sql, caller.id)
    refuseIfChanged(Account, await accountNow(sql, caller.id, app.apiUrl))
    const refusal = whyNotDeleteAccount(facts)
    if (refusal) throw new Refusal(refusal)
    const sessions = await deleteAccount(sql, app, caller.id, now)
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
