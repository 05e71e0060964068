import { AsyncLocalStorage } from 'node:async_hooks'
import { startDeadline } from '#async/deadline.ts'
import type { Connection } from './connection.ts'
import { GRACE_MS } from './deadline.ts'
import { ConnectionError } from './error.ts'
import { connectionOwner } from './owner.ts'

// Connection pool; connections are opened on demand. A caller with a connection must not acquire a second one: if all connections belong to
// such callers, they deadlock. The pool tracks this by asynchronous context and rejects the second acquire immediately.

type Checkout = { isActive: boolean }
type Waiting = { owner: string | undefined; resolve: (connection: Connection) => void; reject: (error: Error) => void }
type PoolSettings = {
  open: () => Promise<Connection>
  max: number
  mayNest: boolean
  waitMs: number
  onLost?: (connection: Connection) => void
}

export type Pool = ReturnType<typeof createPool>

/** Of ten connections one owner has at most three, so that others find one also while they are slow. */
export const shareOf = (max: number): number => Math.max(1, Math.ceil(max * 0.3))

export function createPool({ open, max, mayNest, waitMs, onLost }: PoolSettings) {
  const context = new AsyncLocalStorage<Checkout>()
  const all = new Set<Connection>()
  const idle: Connection[] = []
  const waiting: Waiting[] = []
  const share = shareOf(max)
  const heldBy = new Map<Connection, string>()
  const held = new Map<string, number>() // how many, by owner
  let opening = 0
  let ending: PromiseWithResolvers<boolean> | null = null
  let isClean = true

  function acquire(): Promise<Connection> {
    if (!mayNest && context.getStore()?.isActive) return Promise.reject(new SecondConnectionError())
    if (ending) return Promise.reject(new ConnectionError('CONNECTION_ENDED', 'the connections to the database are closed'))
    const owner = connectionOwner.getStore()
    if (idle.length === 0 || !mayTake(owner) || waiting.some((one) => mayTake(one.owner))) return wait(owner)
    return Promise.resolve(hand(idle.pop()!, owner))
  }

  const mayTake = (owner: string | undefined): boolean => owner === undefined || (held.get(owner) ?? 0) < share

  function hand(connection: Connection, owner: string | undefined): Connection {
    if (owner === undefined) return connection
    heldBy.set(connection, owner)
    held.set(owner, (held.get(owner) ?? 0) + 1)
    return connection
  }

  function takeBack(connection: Connection): void {
    const owner = heldBy.get(connection)
    if (owner === undefined) return
    heldBy.delete(connection)
    const left = held.get(owner)! - 1
    if (left > 0) held.set(owner, left)
    else held.delete(owner)
  }

  // A caller who has waited too long is rejected: a queue behind a silent database would only grow.
  function wait(owner: string | undefined): Promise<Connection> {
    const { promise, resolve, reject } = Promise.withResolvers<Connection>()
    const stopTimer = startDeadline(
      waitMs,
      () => {
        waiting.splice(waiting.indexOf(one), 1)
        reject(
          mayTake(owner)
            ? new ConnectionError('POOL_TIMEOUT', `no connection to the database was free within ${waitMs} ms`)
            : new ShareUsed(),
        )
      },
      { graceMs: GRACE_MS },
    )
    const one: Waiting = {
      owner,
      resolve: (connection) => {
        stopTimer()
        resolve(connection)
      },
      reject: (error) => {
        stopTimer()
        reject(error)
      },
    }
    waiting.push(one)
    serve()
    return promise
  }

  function serve(): void {
    while (idle.length > 0) {
      const at = waiting.findIndex(({ owner }) => mayTake(owner))
      if (at < 0) break
      const [one] = waiting.splice(at, 1)
      one!.resolve(hand(idle.pop()!, one!.owner))
    }
    const wanted = waiting.filter(({ owner }) => mayTake(owner)).length
    while (opening < wanted && all.size + opening < max) void openOne()
    if (ending && all.size + opening === 0) ending.resolve(isClean)
  }

  // A failed attempt rejects the longest waiting caller: there is one attempt per caller.
  async function openOne(): Promise<void> {
    opening++
    const result = await open().catch((error: Error) => error)
    opening--
    // A connection may be lost right after it was opened, before onLost is set.
    const failure = result instanceof Error ? result : result.lost
    if (failure !== null || result instanceof Error) {
      waiting.shift()?.reject(failure!)
      return serve()
    }
    all.add(result)
    result.onLost = () => {
      onLost?.(result)
      drop(result)
    }
    release(result)
  }

  function drop(connection: Connection): void {
    all.delete(connection)
    takeBack(connection)
    const at = idle.indexOf(connection)
    if (at >= 0) idle.splice(at, 1)
    // The idle ones go through the same network to the same server: without this each of them would fail one call after a long silence.
    if ((connection.lost as { code?: string } | null)?.code === 'ANSWER_TIMEOUT') for (const one of idle.splice(0)) one.destroy()
    serve()
  }

  function release(connection: Connection): void {
    if (!all.has(connection)) return
    takeBack(connection)
    if (!connection.isReusable) return connection.destroy()
    connection.onLostInUse = null
    connection.statementTimeout = null
    if (ending) return void closeOne(connection)
    connection.dropOldStatements()
    idle.push(connection)
    serve()
  }

  async function closeOne(connection: Connection): Promise<void> {
    if (!(await connection.close().catch(() => true))) isClean = false
    drop(connection)
  }

  return {
    /** For the metrics. */
    state: () => ({ inUse: all.size - idle.length, idle: idle.length, waiting: waiting.length, max }),
    acquire,
    release,
    /** Runs work in a context that has a connection. */
    runWith<T>(checkout: Checkout, work: () => T): T {
      return context.run(checkout, work)
    },
    /** The same for the rest of the current context, for a caller without a callback. */
    enter(checkout: Checkout): void {
      context.enterWith(checkout)
    },
    /** Closes idle connections immediately; the others have this time to finish. False: some did not. */
    async end(seconds: number): Promise<boolean> {
      if (ending) return ending.promise
      ending = Promise.withResolvers<boolean>()
      for (const { reject } of waiting.splice(0))
        reject(new ConnectionError('CONNECTION_ENDED', 'the connections to the database are closed'))
      for (const connection of idle.splice(0)) void closeOne(connection)
      const destroy = () => {
        isClean = false
        for (const connection of all) connection.destroy()
      }
      const timer = setTimeout(destroy, seconds * 1000)
      serve()
      return ending.promise.finally(() => clearTimeout(timer))
    },
  }
}

/** The database is available: this owner's other calls have used their share of connections all the time. */
export class ShareUsed extends Error {}

class SecondConnectionError extends Error {
  constructor() {
    super('a caller that has a connection tried to acquire another one: use the sql of the transaction')
  }
}
