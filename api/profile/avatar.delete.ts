import { handle } from '#api/app.ts'
import { accountShown } from '#api/user/account.ts'
import { deleteAvatar } from '#contract/profile.ts'
import { findAccount, removeAvatar } from '#store/person.ts'

// The picture of the identity provider, if there is one, is shown again.
export default handle(deleteAvatar, ({ app, caller, change }) =>
  change(async (sql) => {
    await removeAvatar(sql, caller.id)
    return accountShown(await findAccount(sql, caller.id), app.apiUrl)
  }),
)
