import type { Logger } from 'pino'
import { currentSnapshot, listChanges } from '#store/change.ts'
import type { Sql } from '#store/sql.ts'
import type { SignedIn } from './signed-in.ts'

const PAUSE_MS = 100 // two looks fit into the promised 250 ms
const PAUSE_BROKEN_MS = 500

export type SessionFeed = { refresh(): Promise<void>; stop(): Promise<void> }

// Tells a process which sessions ended and which people changed elsewhere. Apart from the catalog's own following, which may be busy for
// seconds with an import: signing out must not wait for that.
export async function followSessions(sql: Sql, signedIn: SignedIn, log: Pick<Logger, 'warn'>): Promise<SessionFeed> {
  let snapshot = await currentSnapshot(sql)
  let turn: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let isBroken = false

  async function look(): Promise<void> {
    const at = performance.now()
    const changes = await listChanges(sql, snapshot, ['session', 'person', 'everything'])
    signedIn.noteLook(at, changes.touched)
    snapshot = changes.snapshot
  }

  function refresh(): Promise<void> {
    turn = turn.catch(() => {}).then(look)
    return turn
  }

  async function loop(): Promise<void> {
    try {
      await refresh()
      isBroken = false
    } catch (error) {
      if (!isBroken && !stopped) log.warn({ err: error }, 'cannot follow the sessions; asking the store on every call')
      isBroken = true
    }
    if (!stopped) timer = setTimeout(loop, isBroken ? PAUSE_BROKEN_MS : PAUSE_MS)
  }

  await loop()
  return {
    refresh,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await turn.catch(() => {})
    },
  }
}
