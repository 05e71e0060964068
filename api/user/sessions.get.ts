import { handle } from '#api/app.ts'
import { listSessions } from '#contract/mobile.ts'
import { listSessions as findSessions } from '#store/session.ts'

export default handle(listSessions, async ({ app, caller }) => {
  const sessions = await findSessions(app.sql, caller.id, app.now())
  return sessions.map(({ sid, id, clientId, provider, device, network, createdAt, lastSeenAt, expiresAt }) => ({
    id,
    isCurrent: sid === caller.sid,
    client: clientId,
    device,
    provider,
    signedInAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    network,
  }))
})
