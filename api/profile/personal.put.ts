import { handle } from '#api/app.ts'
import { accountShown } from '#api/user/account.ts'
import { Account, updatePersonal } from '#contract/profile.ts'
import { Refusal } from '#http/problem.ts'
import { readName } from '#rules/text.ts'
import { holdAccount, updateNames } from '#store/person.ts'

export default handle(updatePersonal, ({ app, caller, body, change, refuseIfChanged }) => {
  const name = readName(body.name)
  const surname = readName(body.surname)
  const patronymic = body.patronymic === undefined ? undefined : readName(body.patronymic, true)
  if (name === null || surname === null || patronymic === null) throw new Refusal('invalid_name')
  return change(async (sql) => {
    const before = await holdAccount(sql, caller.id)
    refuseIfChanged(Account, accountShown(before, app.apiUrl))
    const names = { name, surname, patronymic: patronymic ?? before.patronymic }
    const isNew = names.name !== before.name || names.surname !== before.surname || names.patronymic !== before.patronymic
    if (isNew) await updateNames(sql, caller.id, names, app.now())
    return accountShown({ ...before, ...names }, app.apiUrl)
  })
})
