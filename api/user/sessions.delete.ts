import { handle } from '#api/app.ts'
import { endOtherSessions, listSessions } from '#contract/mobile.ts'
import { insertAudit } from '#store/audit/insert.ts'
import { revokeSessionsOf } from '#store/session/session.ts'
import { ownSessions } from './sessions/session-view.ts'

export default handle(endOtherSessions, async ({ app, caller, refuseIfChanged, requestId }) => {
  const at = app.now()
  const ended = await app.sql.begin(async (sql) => {
    refuseIfChanged(listSessions.answer, await ownSessions(sql, caller, app))
    const sessions = await revokeSessionsOf(sql, caller.id, 'ended_by_person', at, caller.sid)
    if (sessions.length > 0)
      await insertAudit(sql, {
        at,
        action: 'session_revoked',
        actorId: caller.id,
        sid: caller.sid,
        requestId,
        detail: { ended: sessions.length },
      })
    return sessions
  })
  app.signedIn.forget(ended.map(({ sid }) => sid))
  return { ended: ended.length }
})
