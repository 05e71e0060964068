import { handle } from '#api/app.ts'
import { consolePersonOf, lockPersonForChange, releasedBy } from '#api/console/person/person-view.ts'
import { ConsolePerson, setAccess } from '#contract/console/person.ts'
import { Refusal } from '#http/response/problem.ts'
import { whyNotSetAccess } from '#rules/person/person.ts'
import { updateAccess } from '#store/session/sign-in.ts'

export default handle(setAccess, async ({ app, caller, params, body, change, record, refuseIfChanged }) => {
  const answer = await change(async (sql) => {
    const now = app.now()
    const person = await lockPersonForChange(sql, params.id)
    const { id, name, access } = person
    refuseIfChanged(ConsolePerson, await consolePersonOf(sql, id, now))
    const why = whyNotSetAccess(person, body.access, caller.id)
    if (why) throw new Refusal(why)
    if ((await updateAccess(sql, id, body.access)) !== undefined)
      record(`person ${id}`, { name, access: [access, body.access], ...(body.access === 'member' ? releasedBy(person) : {}) })
    return consolePersonOf(sql, id, now)
  })
  app.signedIn.forgetPerson(answer.id)
  return answer
})
