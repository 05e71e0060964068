import { handle } from '#api/app.ts'
import { getUser } from '#contract/profile.ts'
import { findAccount } from '#store/person.ts'
import { accountShown } from './user/account.ts'

export default handle(getUser, async ({ app, caller }) => accountShown(await findAccount(app.sql, caller.id), app.apiUrl))
