import { setTimeout as sleep } from 'node:timers/promises'
import { SERVER_START } from '#database/server-start.ts'
import { type Begun, commit } from './commit.ts'
import type { Connection } from './connection.ts'
import { copyIn, copyOut } from './copy.ts'
import type { Pool } from './pool.ts'
import { type AnySql, batchesOn, createSql, type Query, runOn } from './query.ts'

const PAUSE_MS = 50

export interface TransactionSql extends AnySql {
  readonly isTransaction: true
  /** COPY … TO STDOUT: its bytes, in parts of about 256 KB. */
  copyOut(text: string): AsyncIterable<Buffer>
  /** COPY … FROM STDIN: the number of rows. */
  copyIn(text: string, source: AsyncIterable<Uint8Array>): Promise<number>
}

export interface ReservedSql extends AnySql {
  release(): void
}

// Runs statements of one caller on its connection. After release they are rejected, because another caller may use the connection.
class BoundConnection {
  readonly checkout = { isActive: true }
  failure: unknown = null
  readonly connection: Connection
  constructor(connection: Connection) {
    this.connection = connection
  }

  readonly sql = createSql({
    run: (query) => {
      if (!this.#mayRun) return Promise.reject(this.#refusal)
      const answer = runOn(this.connection, query)
      answer.catch((error) => {
        this.failure ??= error
      })
      return answer
    },
    cursor: (query, size) => this.#batches(query, size),
  })

  get #mayRun(): boolean {
    return this.checkout.isActive && !this.connection.lost
  }

  get #refusal(): Error {
    return this.connection.lost ?? new Error('this connection was released: the transaction is over')
  }

  async *#batches(query: Query, size: number) {
    if (!this.#mayRun) throw this.#refusal
    try {
      yield* batchesOn(this.connection, query, size)
    } catch (error) {
      this.failure ??= error
      throw error
    }
  }
}

/** Runs work in a transaction. It commits when the work and all of its statements succeed. */
export async function begin<T>(pool: Pool, mode: string, work: (sql: TransactionSql) => T | Promise<T>): Promise<T> {
  const connection = await pool.acquire()
  const bound = new BoundConnection(connection)
  const lost = new Promise<never>((_, reject) => {
    connection.onLostInUse = reject
  })
  lost.catch(() => {}) // prevents an unhandled rejection
  try {
    const begun = await start(connection, mode)
    const sql = Object.assign(bound.sql, {
      isTransaction: true as const,
      copyOut: (text: string) => copyOut(connection, text),
      copyIn: (text: string, source: AsyncIterable<Uint8Array>) => copyIn(connection, text, source),
    })
    const value = await Promise.race([pool.runWith(bound.checkout, async () => work(sql)), lost])
    if (bound.failure) throw bound.failure
    if (!connection.isInTransaction) throw new Error('a statement of the transaction has ended it')
    bound.checkout.isActive = false
    await commit(pool, connection, begun)
    return value
  } catch (error) {
    bound.checkout.isActive = false
    if (!connection.lost) await connection.run('rollback').catch(() => connection.destroy())
    // 25P02 (in_failed_sql_transaction) only follows from an earlier error: throw that one.
    throw (error as { code?: string })?.code === '25P02' ? (bound.failure ?? error) : error
  } finally {
    pool.release(connection)
  }
}

/** Runs a transaction again, at most twice, if the database has ended it because it and others waited for each other (40P01). */
export async function repeatOnDeadlock<T>(run: () => Promise<T>, left = 2): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (left === 0 || (error as { code?: string } | null)?.code !== '40P01') throw error
    await sleep(PAUSE_MS) // the others go first
    return repeatOnDeadlock(run, left - 1)
  }
}

// The id of a transaction that may write tells later whether it was committed. It is read together with the begin.
async function start(connection: Connection, mode: string): Promise<Begun | null> {
  if (mode !== '') return connection.run(`begin ${mode}`).then(() => null)
  const server = connection.serverStart === null ? `, ${SERVER_START} as server` : ''
  const { rows } = await beginAndRead(connection, `select pg_current_xact_id()::text as xid${server}`)
  const begun = rows[0] as Begun
  connection.serverStart ??= begun.server // a connection does not survive a restart
  return { xid: begun.xid, server: connection.serverStart }
}

// The trace is a parameter: pg_stat_statements (before PostgreSQL 18) has an entry for every literal of a `set`.
async function beginAndRead(connection: Connection, text: string) {
  const { traceparent } = connection
  if (traceparent === null) return connection.run(`begin; ${text}`)
  const traced = `${text}, set_config('projectory.traceparent', $1, true)`
  const [, read] = await Promise.all([connection.run('begin'), connection.run(traced, [traceparent])]) // sent together
  return read
}

export function reserve(pool: Pool): Promise<ReservedSql> {
  const acquired = pool.acquire()
  const checkout = { isActive: true }
  pool.enter(checkout)
  return acquired.then(
    (connection) => {
      const bound = new BoundConnection(connection)
      const release = () => {
        if (!bound.checkout.isActive) return
        checkout.isActive = bound.checkout.isActive = false
        pool.release(connection)
      }
      return Object.assign(bound.sql, { release })
    },
    (error) => {
      checkout.isActive = false
      throw error
    },
  )
}
