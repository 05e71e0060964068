import { LRUCache } from 'lru-cache'
import { DatabaseSilent, type Sql } from '#database/sql.ts'
import { type Access, confirmSession, findLiveSession, type LiveSession } from '#store/session/session.ts'
import type { TokenReader } from './access-token.ts'

// The authenticated caller, read from the session of the token.
export type Caller = { id: number; access: Access; sid: string; sessionId: number; clientId: string; authTime: Date }

type CachedSession = { caller: Caller; confirmedGen: number; endsAt: number; reloadAt: number }
export type SignedIn = ReturnType<typeof createSignedIn>

const MOST_SESSIONS = 20_000
const SEEN_EVERY_MS = 5 * 60_000
const FRESH_MS = 250

export const bearerOf = (authorization: string | undefined): string | null =>
  (authorization !== undefined && /^bearer +([\w.-]+)$/i.exec(authorization)?.[1]) || null

// Session cache. A session that ends in this process is evicted immediately, one that ends in another process with the next poll of the
// change feed. While polling fails, the session is read from the database on every call.
export function createSignedIn({ sql, now, reader }: { sql: Sql; now: () => Date; reader: TokenReader }) {
  const sessions = new LRUCache<string, CachedSession>({ max: MOST_SESSIONS })
  const ended = new LRUCache<string, true>({ max: MOST_SESSIONS })
  let freshUntil = 0
  let evictions = 0 // a session that was read before an eviction must not be cached after it

  function callerOf(session: LiveSession): Caller {
    const { personId: id, access, sid, id: sessionId, clientId, authTime } = session
    return { id, access, sid, sessionId, clientId, authTime }
  }

  async function load(sid: string, gen: number): Promise<Caller | null> {
    const time = now()
    const before = evictions
    const session = await findLiveSession(sql, sid)
    if (!session || session.endsAt <= time) return null
    const isSeenLongAgo = time.getTime() - session.lastSeenAt.getTime() > SEEN_EVERY_MS
    if (gen > session.confirmedGen || isSeenLongAgo) await confirmSession(sql, sid, gen, time)
    const caller = callerOf(session)
    if (before === evictions)
      sessions.set(sid, {
        caller,
        confirmedGen: Math.max(session.confirmedGen, gen),
        endsAt: session.endsAt.getTime(),
        reloadAt: time.getTime() + SEEN_EVERY_MS,
      })
    return caller
  }

  return {
    /** The caller from the cache; null: not a bearer token; undefined: not cached, use `find`. */
    cached(authorization: string): Caller | null | undefined {
      const token = bearerOf(authorization)
      if (token === null) return null
      const claims = reader.cached(token)
      if (claims === undefined) return undefined
      const session = sessions.get(claims.sid)
      if (session === undefined || performance.now() > freshUntil || claims.gen > session.confirmedGen) return undefined
      const time = now().getTime()
      return time < session.endsAt && time < session.reloadAt ? session.caller : undefined
    },

    async find(authorization: string): Promise<Caller | null> {
      if (sql.isSilent()) throw new DatabaseSilent()
      const token = bearerOf(authorization)
      const claims = token === null ? null : await reader.read(token)
      if (claims === null) return null
      const caller = await load(claims.sid, claims.gen)
      return caller?.id === claims.id ? caller : null
    },

    /** The session id of a token, also of an expired one: for signing out. */
    sessionOf: async (authorization: string, expiredFor: number): Promise<string | null> => {
      const token = bearerOf(authorization)
      return token === null ? null : ((await reader.read(token, expiredFor))?.sid ?? null)
    },

    /** These sessions have ended: this process refuses their tokens from now on. */
    forget(sids: Iterable<string>): void {
      evictions++
      for (const sid of sids) {
        sessions.delete(sid)
        ended.set(sid, true)
      }
    },
    /** The access of a person has changed: their next call reads the session from the database. */
    forgetPerson(id: number): void {
      evictions++
      for (const [sid, { caller }] of sessions) if (caller.id === id) sessions.delete(sid)
    },
    hasEnded: (sid: string): boolean => ended.has(sid),

    /** The result of a poll of the change feed that began at `at` (performance.now()). */
    applyChanges(at: number, touched: ReadonlyMap<string, number[]>): void {
      freshUntil = at + FRESH_MS
      const endedSessions = new Set(touched.get('session'))
      const people = new Set(touched.get('person'))
      const isAll = touched.has('everything')
      if (endedSessions.size === 0 && people.size === 0 && !isAll) return
      evictions++
      for (const [sid, { caller }] of sessions)
        if (isAll || endedSessions.has(caller.sessionId) || people.has(caller.id)) sessions.delete(sid)
    },
  }
}
