import type { ApiApp } from '#api/app.ts'
import type { Session } from '#contract/mobile.ts'
import type { AnySql } from '#database/sql.ts'
import type { Caller } from '#http/session/signed-in.ts'
import { listSessions } from '#store/session/session.ts'

/** The caller's sessions as `GET /user/sessions` lists them. */
export async function ownSessions(sql: AnySql, caller: Caller, app: Pick<ApiApp, 'now'>): Promise<Session[]> {
  const sessions = await listSessions(sql, caller.id, app.now())
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
}
