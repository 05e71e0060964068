import { changeAccounts } from '#actions/team/members.ts'
import { handle, momentOf } from '#api/app.ts'
import { consolePersonOf, lockPersonForChange, releasedBy } from '#api/console/person/person-view.ts'
import { ConsolePerson, setDisabled } from '#contract/console/person.ts'
import { Refusal } from '#http/response/problem.ts'
import { whyNotClose } from '#rules/person/person.ts'
import { removeCodesOf, setPersonDisabled } from '#store/person/console.ts'
import { revokeSessionsOf } from '#store/session/session.ts'

export default handle(setDisabled, async ({ app, caller, params, body, change, record, refuseIfChanged }) => {
  let ended: { sid: string }[] = []
  const answer = await change(async (sql) => {
    const now = app.now()
    const person = await lockPersonForChange(sql, params.id)
    const { id, name } = person
    refuseIfChanged(ConsolePerson, await consolePersonOf(sql, id, now))
    const why = body.isDisabled ? whyNotClose(person, caller.id) : null
    if (why) throw new Refusal(why)
    if (person.isDisabled !== body.isDisabled) {
      const moment = momentOf(app, now)
      await changeAccounts(sql, [id], moment, () => setPersonDisabled(sql, id, body.isDisabled, now))
      if (body.isDisabled) {
        ended = await revokeSessionsOf(sql, id, 'account_closed', now)
        await removeCodesOf(sql, id)
      }
      record(`person ${id}`, {
        name,
        isDisabled: [person.isDisabled, body.isDisabled],
        ...(body.isDisabled ? { ended: ended.length, ...releasedBy(person) } : {}),
      })
    }
    return consolePersonOf(sql, id, now)
  })
  app.signedIn.forget(ended.map(({ sid }) => sid))
  app.signedIn.forgetPerson(answer.id)
  return answer
})
