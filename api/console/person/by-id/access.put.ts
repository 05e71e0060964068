import { handle } from '#api/app.ts'
import { personHeld, personKnown } from '#api/console/person/known.ts'
import { KnownPerson, setAccess } from '#contract/console/person.ts'
import { Refusal } from '#http/problem.ts'
import { whyNotSetAccess } from '#rules/person.ts'
import { updateAccess } from '#store/sign-in.ts'

export default handle(setAccess, async ({ app, caller, params, body, change, record, refuseIfChanged }) => {
  const answer = await change(async (sql) => {
    const now = app.now()
    const person = await personHeld(sql, params.id)
    const { id, name, access } = person
    refuseIfChanged(KnownPerson, await personKnown(sql, id, now))
    const why = whyNotSetAccess(person, body.access, caller.id)
    if (why) throw new Refusal(why)
    if ((await updateAccess(sql, id, body.access)) !== undefined) record(`person ${id}`, { name, access: [access, body.access] })
    return personKnown(sql, id, now)
  })
  app.signedIn.forgetPerson(answer.id)
  return answer
})
