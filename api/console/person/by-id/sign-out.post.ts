import { handle } from '#api/app.ts'
import { consolePersonOf } from '#api/console/person/person-view.ts'
import { signOutPerson } from '#contract/console/person.ts'
import { readId } from '#rules/id.ts'
import { removeCodesOf } from '#store/person/console.ts'
import { revokeSessionsOf } from '#store/session/session.ts'

export default handle(signOutPerson, async ({ app, params, change, record }) => {
  let ended: { sid: string }[] = []
  const answer = await change(async (sql) => {
    const now = app.now()
    const { id, name } = await consolePersonOf(sql, readId(params.id), now)
    ended = await revokeSessionsOf(sql, id, 'ended_by_administrator', now)
    await removeCodesOf(sql, id)
    if (ended.length > 0) record(`person ${id}`, { name, ended: ended.length })
    return { id, ended: ended.length }
  })
  app.signedIn.forget(ended.map(({ sid }) => sid))
  return answer
})
