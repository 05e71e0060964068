import { handle } from '#api/app.ts'
import { endSession, listSessions } from '#contract/mobile.ts'
import { Refusal } from '#http/response/problem.ts'
import { readId } from '#rules/id.ts'
import { insertAudit } from '#store/audit/insert.ts'
import { revokeOwnSession } from '#store/session/session.ts'
import { ownSessions } from './session-view.ts'

export default handle(endSession, async ({ app, caller, params, refuseIfChanged, requestId }) => {
  const at = app.now()
  const id = readId(params.id)
  const ended = await app.sql.begin(async (sql) => {
    refuseIfChanged(listSessions.answer, await ownSessions(sql, caller, app))
    const session = await revokeOwnSession(sql, caller.id, id, 'ended_by_person', at)
    if (session)
      await insertAudit(sql, { at, action: 'session_revoked', actorId: caller.id, sid: caller.sid, target: `session ${id}`, requestId })
    return session
  })
  if (!ended) throw new Refusal('session_not_found')
  app.signedIn.forget([ended.sid])
})
