import { LRUCache } from 'lru-cache'
import { type Access, confirmSession, findLiveSession, type LiveSession } from '#store/session.ts'
import type { Sql } from '#store/sql.ts'
import type { TokenReader } from './access-token.ts'

// Who is calling, by the session of the token and never by anything in the call itself.
export type Caller = { id: number; access: Access; sid: string; sessionId: number; clientId: string; authTime: Date }

type Kept = { caller: Caller; confirmedGen: number; endsAt: number; askAgainAt: number }
export type SignedIn = ReturnType<typeof createSignedIn>

const MOST_SESSIONS = 20_000
const SEEN_EVERY_MS = 5 * 60_000
const FRESH_MS = 250

export const bearerOf = (authorization: string | undefined): string | null =>
  (authorization !== undefined && /^bearer +([\w.-]+)$/i.exec(authorization)?.[1]) || null

// One session read per authenticated call. While this process follows the change feed the read is served from memory: what ends a session
// here is forgotten at once, what ends it elsewhere with the next look at the feed. When the feed falls silent, the store is asked each time.
export function createSignedIn({ sql, now, reader }: { sql: Sql; now: () => Date; reader: TokenReader }) {
  const sessions = new LRUCache<string, Kept>({ max: MOST_SESSIONS })
  const ended = new LRUCache<string, true>({ max: MOST_SESSIONS })
  let freshUntil = 0
  let forgotten = 0 // counts; a session read before something was forgotten must not be kept after it

  function callerOf(session: LiveSession): Caller {
    const { personId: id, access, sid, id: sessionId, clientId, authTime } = session
    return { id, access, sid, sessionId, clientId, authTime }
  }

  async function ask(sid: string, gen: number): Promise<Caller | null> {
    const time = now()
    const before = forgotten
    const session = await findLiveSession(sql, sid)
    if (!session || session.endsAt <= time) return null
    const isSeenLongAgo = time.getTime() - session.lastSeenAt.getTime() > SEEN_EVERY_MS
    if (gen > session.confirmedGen || isSeenLongAgo) await confirmSession(sql, sid, gen, time)
    const caller = callerOf(session)
    if (before === forgotten)
      sessions.set(sid, {
        caller,
        confirmedGen: Math.max(session.confirmedGen, gen),
        endsAt: session.endsAt.getTime(),
        askAgainAt: time.getTime() + SEEN_EVERY_MS,
      })
    return caller
  }

  return {
    /** The caller if nobody has to be asked; null: certainly nobody; undefined: ask `find`. */
    known(authorization: string): Caller | null | undefined {
      const token = bearerOf(authorization)
      if (token === null) return null
      const claims = reader.known(token)
      if (claims === undefined) return undefined
      const kept = sessions.get(claims.sid)
      if (kept === undefined || performance.now() > freshUntil || claims.gen > kept.confirmedGen) return undefined
      const time = now().getTime()
      return time < kept.endsAt && time < kept.askAgainAt ? kept.caller : undefined
    },

    async find(authorization: string): Promise<Caller | null> {
      const token = bearerOf(authorization)
      const claims = token === null ? null : await reader.read(token)
      if (claims === null) return null
      const caller = await ask(claims.sid, claims.gen)
      return caller?.id === claims.id ? caller : null
    },

    /** Whose session a token names, even when it has run out: for signing out. */
    sessionOf: async (authorization: string, expiredFor: number): Promise<string | null> => {
      const token = bearerOf(authorization)
      return token === null ? null : ((await reader.read(token, expiredFor))?.sid ?? null)
    },

    /** These sessions have ended: from this moment on nobody gets in with them here. */
    forget(sids: Iterable<string>): void {
      forgotten++
      for (const sid of sids) {
        sessions.delete(sid)
        ended.set(sid, true)
      }
    },
    /** Somebody's access has changed here: the next call asks for it. */
    forgetPerson(id: number): void {
      forgotten++
      for (const [sid, { caller }] of sessions) if (caller.id === id) sessions.delete(sid)
    },
    hasEnded: (sid: string): boolean => ended.has(sid),

    /** The change feed was read by a look that began at `at` (performance.now()). */
    noteLook(at: number, touched: ReadonlyMap<string, number[]>): void {
      freshUntil = at + FRESH_MS
      const gone = new Set(touched.get('session'))
      const people = new Set(touched.get('person'))
      const isAll = touched.has('everything')
      if (gone.size === 0 && people.size === 0 && !isAll) return
      forgotten++
      for (const [sid, { caller }] of sessions) if (isAll || gone.has(caller.sessionId) || people.has(caller.id)) sessions.delete(sid)
    },
  }
}
