import { handle } from '#api/app.ts'
import { getUser } from '#contract/profile.ts'
import { findAccount } from '#store/person/account.ts'
import { accountView } from './user/account.ts'

export default handle(getUser, async ({ app, caller, dependsOn }) => {
  dependsOn(`person:${caller.id}`)
  return accountView(await findAccount(app.sql, caller.id), app.apiUrl)
})
