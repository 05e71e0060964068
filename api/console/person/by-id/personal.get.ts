import { handle } from '#api/app.ts'
import { personDataView } from '#api/console/person/person-data.ts'
import { personNotFound } from '#api/console/person/person-view.ts'
import { getPersonData } from '#contract/console/person-edit.ts'
import { readId } from '#rules/id.ts'
import { findPersonData } from '#store/person/edit.ts'

export default handle(getPersonData, async ({ app, caller, params }) => {
  const person = await findPersonData(app.sql, readId(params.id))
  if (!person) throw personNotFound(params.id)
  return personDataView(person, caller.access)
})
