import { handle } from '#api/app.ts'
import { createPerson } from '#contract/console/person-edit.ts'
import type { AnySql } from '#database/sql.ts'
import { Refusal } from '#http/response/problem.ts'
import { readNames } from '#rules/person/profile.ts'
import { proposedLogins } from '#rules/sign-in/admission.ts'
import { findPersonData, type InvitedPerson, insertInvitedPerson, listPeopleNamedLike } from '#store/person/edit.ts'
import { emailFrom, groupFrom, peopleInWords, personDataView } from './person/person-data.ts'

const noNames = { name: '', surname: '', patronymic: '' }

export default handle(createPerson, ({ app, caller, body, change, record, setHeader }) =>
  change(async (sql) => {
    const names = body.name.trim() === '' ? null : readNames({ surname: '', ...body }, noNames)
    if (names === null) throw new Refusal('invalid_name')
    const group = groupFrom(body.group ?? '')
    const email = await emailFrom(sql, body.email)
    const similar = body.isSimilarAllowed ? [] : await listPeopleNamedLike(sql, names)
    if (similar.length > 0) throw new Refusal('similar_person', { people: peopleInWords(similar) })
    const id = await insertWithLogin(sql, { ...names, email, group }, app.now())
    const person = (await findPersonData(sql, id))!
    record(`person ${id}`, { name: person.fullName, email, ...(group === '' ? {} : { group }) })
    setHeader('Location', `${app.apiUrl}/console/person/${id}/personal`)
    return personDataView(person, caller.access)
  }),
)

async function insertWithLogin(sql: AnySql, person: Omit<InvitedPerson, 'login'>, at: Date): Promise<number> {
  for (const login of proposedLogins({ ...person, login: null })) {
    const id = await insertInvitedPerson(sql, { ...person, login }, at)
    if (id !== undefined) return id
  }
  throw new Error('not reached')
}
