import { handle } from '#api/app.ts'
import { emailFrom, groupFrom, personDataView } from '#api/console/person/person-data.ts'
import { personNotFound } from '#api/console/person/person-view.ts'
import { PersonData, updatePerson } from '#contract/console/person-edit.ts'
import { Refusal } from '#http/response/problem.ts'
import { changesBetween } from '#rules/console/audit.ts'
import { readId } from '#rules/id.ts'
import { readNames, readNewEmail } from '#rules/person/profile.ts'
import { findPersonData, lockPersonData, updatePersonData } from '#store/person/edit.ts'

const recorded = ({ name, surname, patronymic, email, group }: PersonData) => ({ name, surname, patronymic, email, group })

export default handle(updatePerson, ({ app, caller, params, body, change, record, refuseIfChanged }) =>
  change(async (sql) => {
    const before = await lockPersonData(sql, readId(params.id))
    if (!before) throw personNotFound(params.id)
    const { id, fullName } = before
    const view = personDataView(before, caller.access)
    if (!view.isEditable) throw new Refusal('not_permitted', { who: 'administrator' })
    refuseIfChanged(PersonData, view)
    const names = readNames({ ...before, ...body }, before)
    if (names === null) throw new Refusal('invalid_name')
    const group = groupFrom(body.group ?? before.group ?? '')
    const isNewEmail = readNewEmail(body.email ?? '', before.email).kind !== 'same'
    if (isNewEmail && before.hasSignedIn) throw new Refusal('email_is_own', { name: fullName })
    const email = isNewEmail ? await emailFrom(sql, body.email!, id) : null
    await updatePersonData(sql, id, { ...names, group, email }, app.now())
    const after = personDataView((await findPersonData(sql, id))!, caller.access)
    const changed = changesBetween(recorded(view), recorded(after))
    if (Object.keys(changed).length > 0) record(`person ${id}`, changed)
    return after
  }),
)
