import { handle } from '#api/app.ts'
import { accountShown } from '#api/user/account.ts'
import { Account, deleteAvatar } from '#contract/profile.ts'
import { findAccount, holdAccount, removeAvatar } from '#store/person.ts'

// The picture of the identity provider, if there is one, is shown again.
export default handle(deleteAvatar, ({ app, caller, change, refuseIfChanged }) =>
  change(async (sql) => {
    refuseIfChanged(Account, accountShown(await holdAccount(sql, caller.id), app.apiUrl))
    await removeAvatar(sql, caller.id)
    return accountShown(await findAccount(sql, caller.id), app.apiUrl)
  }),
)
