import { handle } from '#api/app.ts'
import { accountView } from '#api/user/account.ts'
import { Account, updatePersonal } from '#contract/profile.ts'
import { Refusal } from '#http/response/problem.ts'
import { readNames } from '#rules/person/profile.ts'
import { lockAccount, updateNames } from '#store/person/account.ts'

export default handle(updatePersonal, ({ app, caller, body, change, refuseIfChanged }) =>
  change(async (sql) => {
    const before = await lockAccount(sql, caller.id)
    refuseIfChanged(Account, accountView(before, app.apiUrl))
    const names = readNames(body, before)
    if (names === null) throw new Refusal('invalid_name')
    const isNew = names.name !== before.name || names.surname !== before.surname || names.patronymic !== before.patronymic
    if (isNew) await updateNames(sql, caller.id, names, app.now())
    return accountView({ ...before, ...names }, app.apiUrl)
  }),
)
