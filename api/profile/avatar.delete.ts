import { handle } from '#api/app.ts'
import { accountView } from '#api/user/account.ts'
import { Account, deleteAvatar } from '#contract/profile.ts'
import { findAccount, lockAccount, removeAvatar } from '#store/person/account.ts'

// Falls back to the avatar from the identity provider, if there is one.
export default handle(deleteAvatar, ({ app, caller, change, refuseIfChanged }) =>
  change(async (sql) => {
    refuseIfChanged(Account, accountView(await lockAccount(sql, caller.id), app.apiUrl))
    await removeAvatar(sql, caller.id)
    return accountView(await findAccount(sql, caller.id), app.apiUrl)
  }),
)
