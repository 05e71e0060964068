import { handle } from '#api/app.ts'
import { accountShown } from '#api/user/account.ts'
import { Account, updatePersonal } from '#contract/profile.ts'
import { Refusal } from '#http/problem.ts'
import { readNames } from '#rules/profile.ts'
import { holdAccount, updateNames } from '#store/person.ts'

export default handle(updatePersonal, ({ app, caller, body, change, refuseIfChanged }) =>
  change(async (sql) => {
    const before = await holdAccount(sql, caller.id)
    refuseIfChanged(Account, accountShown(before, app.apiUrl))
    const names = readNames(body, before)
    if (names === null) throw new Refusal('invalid_name')
    const isNew = names.name !== before.name || names.surname !== before.surname || names.patronymic !== before.patronymic
    if (isNew) await updateNames(sql, caller.id, names, app.now())
    return accountShown({ ...before, ...names }, app.apiUrl)
  }),
)
