import { randomUUID } from 'node:crypto'
import type { AnySql } from '#database/sql.ts'
import type { SignInClient } from '#rules/sign-in/client.ts'
import { insertSession } from '#store/session/session.ts'
import { hashOf, makeSecret } from './token/refresh-token.ts'
import type { Grant } from './token/tokens.ts'

type Opening = {
  client: SignInClient
  personId: number
  provider: string
  authTime: Date
  nonce?: string | null
  device: string | null
  network: string | null
  now: Date
  notice?: { requestId: string }
}

export const later = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000)

/** Every sign-in creates a new session id, never one from the caller (session fixation). */
export async function openSession(sql: AnySql, { client, now, ...opening }: Opening): Promise<{ grant: Grant; secret: Buffer }> {
  const sid = randomUUID()
  const secret = makeSecret()
  const sessionId = await insertSession(sql, {
    ...opening,
    sid,
    clientId: client.id,
    now,
    idleUntil: later(now, client.idleSeconds),
    endsAt: later(now, client.absoluteSeconds),
    currentHash: hashOf(secret),
  })
  const { personId, provider, authTime, nonce } = opening
  return { grant: { personId, sid, sessionId, gen: 1, clientId: client.id, provider, authTime, nonce }, secret }
}
