import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { startLoop } from '#async/loop.ts'
import { within } from '#async/within.ts'
import type { Database } from './sql/address.ts'
import { Connection } from './sql/connection.ts'
import type { AnySql, Sql } from './sql.ts'

// Processes tell each other with NOTIFY that the change feed has something new, so that an idle process need not ask. Whoever reads something
// new tells the others, at most once a second: those that were told read often for longer than that. A notification carries no data and may be
// lost, so nobody may depend on it.
// Whether notifications arrive is found out by sending one through the pool: behind a pooler that gives every transaction another connection,
// after a failover or when a proxy has forgotten the connection they do not.

const CHANNEL = 'projectory_changes'
const ANSWER_MS = 2000
const CONNECT_MS = 2000
const CHECK = 'check '

export type ListenerTiming = { checkMs: number; arriveMs: number; retryMs: number; longestRetryMs: number; tellMs: number }
const standard: ListenerTiming = { checkMs: 10_000, arriveMs: 2000, retryMs: 500, longestRetryMs: 30_000, tellMs: 1000 }

export type ChangeListener = {
  /** Notifications arrive. */
  isHearing(): boolean
  /** After something new was read. */
  tell(): void
  stop(): Promise<void>
}

type Options = {
  database: Database // for a connection of its own
  sql: Sql
  log: { info(details: object, text: string): void }
  /** Another process has read something new. */
  onTold(): void
  /** Notifications do not arrive any more. */
  onLost(): void
  timing?: Partial<ListenerTiming>
}

export function listenForChanges({ database, sql, log, onTold, onLost, timing }: Options): ChangeListener {
  const { checkMs, arriveMs, retryMs, longestRetryMs, tellMs } = { ...standard, ...timing }
  const id = randomUUID()
  const inOwnContext = AsyncLocalStorage.snapshot() // not in that of the call that changed something
  let connection: Connection | null = null
  let awaited: { payload: string; arrived: () => void; fail: (reason: Error) => void } | null = null
  let checks = 0
  let isHearing = false
  let isStopped = false
  let toldAt = Number.NEGATIVE_INFINITY
  let pauseMs = retryMs

  function onNotification(payload: string): void {
    if (payload === awaited?.payload) return awaited.arrived()
    if (payload.startsWith(CHECK)) return
    toldAt = performance.now() // all others have heard it too
    if (payload !== id) onTold()
  }

  async function open(): Promise<Connection> {
    const opened = await openListening(database)
    opened.onNotification = onNotification
    opened.onLost = () => {
      if (awaited) awaited.fail(opened.lost!)
      else loop.wake()
    }
    return opened
  }

  /** Resolves when a notification that was sent through the pool has arrived. */
  async function check(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    awaited = { payload: `${CHECK}${id} ${++checks}`, arrived: resolve, fail: reject }
    notify(sql, awaited.payload).catch(reject)
    try {
      await within(promise, arriveMs, () => {
        throw new Error('a notification did not arrive')
      })
    } finally {
      awaited = null
    }
  }

  async function turn(): Promise<void> {
    try {
      connection ??= await open()
      if (connection.lost) throw connection.lost
      await check()
      isHearing = true
      pauseMs = retryMs
    } catch (error) {
      drop()
      throw error
    }
  }

  function drop(): void {
    if (connection) connection.onLost = null
    connection?.destroy()
    connection = null
    if (!isHearing) return
    isHearing = false
    onLost()
  }
  const loop = startLoop({
    run: turn,
    everyMs(isFailing) {
      if (!isFailing) return checkMs
      const ms = pauseMs
      pauseMs = Math.min(longestRetryMs, pauseMs * 2)
      return ms
    },
    onFailing: (error) => log.info({ err: error }, 'notifications of changes do not arrive; polling the change feed'),
    onWorking: () => log.info({}, 'notifications of changes arrive again'),
  })

  return {
    isHearing: () => isHearing,
    tell() {
      if (performance.now() - toldAt < tellMs || isStopped) return
      toldAt = performance.now()
      inOwnContext(notify, sql, id).catch(() => {
        toldAt = Number.NEGATIVE_INFINITY // the next change is told
      })
    },
    async stop() {
      isStopped = true
      const stopping = loop.stop()
      awaited?.fail(new Error('stopped'))
      await stopping
      isHearing = false
      drop()
    },
  }
}

async function openListening(database: Database): Promise<Connection> {
  const limits = { statementMs: ANSWER_MS, lockMs: ANSWER_MS, idleInTransactionMs: ANSWER_MS }
  const connection = await Connection.open({ database, limits, connectMs: CONNECT_MS, answerMs: ANSWER_MS })
  try {
    await connection.run(`set idle_session_timeout = 0; listen ${CHANNEL}`)
    return connection
  } catch (error) {
    connection.destroy()
    throw error
  }
}

// A NOTIFY holds a lock over the whole server while its transaction commits. So it has a transaction of its own, after the change, which
// waits neither for the disk nor for a standby.
const notify = async (sql: AnySql, payload: string): Promise<void> => {
  await sql`select set_config('synchronous_commit', 'off', true), pg_notify(${CHANNEL}, ${payload})`
}
