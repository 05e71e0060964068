import { AsyncLocalStorage } from 'node:async_hooks'
import type { Connection } from './sql-connection.ts'
import { startDeadline } from './sql-deadline.ts'
import { ConnectionError } from './sql-error.ts'

// Connection pool; connections are opened on demand. A caller with a connection must not acquire a second one: if all connections belong to
// such callers, they deadlock. The pool tracks this by asynchronous context and rejects the second acquire immediately.

type Checkout = { isActive: boolean }
type Waiting = { resolve: (connection: Connection) => void; reject: (error: Error) => void }
type PoolSettings = {
  open: () => Promise<Connection>
  max: number
  mayNest: boolean
  waitMs: number
  onLost?: (connection: Connection) => void
}

export type Pool = ReturnType<typeof createPool>

export function createPool({ open, max, mayNest, waitMs, onLost }: PoolSettings) {
  const context = new AsyncLocalStorage<Checkout>()
  const all = new Set<Connection>()
  const idle: Connection[] = []
  const waiting: Waiting[] = []
  let opening = 0
  let ending: PromiseWithResolvers<boolean> | null = null
  let isClean = true

  function acquire(): Promise<Connection> {
    if (!mayNest && context.getStore()?.isActive) return Promise.reject(new SecondConnectionError())
    if (ending) return Promise.reject(new ConnectionError('CONNECTION_ENDED', 'the connections to the database are closed'))
    const connection = waiting.length === 0 ? idle.pop() : undefined
    return connection ? Promise.resolve(connection) : wait()
  }

  // A caller who has waited too long is rejected: a queue behind a silent database would only grow.
  function wait(): Promise<Connection> {
    const { promise, resolve, reject } = Promise.withResolvers<Connection>()
    const stopTimer = startDeadline(waitMs, () => {
      waiting.splice(waiting.indexOf(one), 1)
      reject(new ConnectionError('POOL_TIMEOUT', `no connection to the database was free within ${waitMs} ms`))
    })
    const one: Waiting = {
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
    while (waiting.length > 0 && idle.length > 0) waiting.shift()!.resolve(idle.pop()!)
    while (opening < waiting.length && all.size + opening < max) void openOne()
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
    const at = idle.indexOf(connection)
    if (at >= 0) idle.splice(at, 1)
    // The idle ones go through the same network to the same server: without this each of them would fail one call after a long silence.
    if ((connection.lost as { code?: string } | null)?.code === 'ANSWER_TIMEOUT') for (const one of idle.splice(0)) one.destroy()
    serve()
  }

  function release(connection: Connection): void {
    if (!all.has(connection)) return
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

class SecondConnectionError extends Error {
  constructor() {
    super('a caller that has a connection tried to acquire another one: use the sql of the transaction')
  }
}
