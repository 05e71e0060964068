import type { Connection } from './sql-connection.ts'
import type { Pool } from './sql-pool.ts'
import { type AnySql, batchesOn, createSql, type Query, runOn } from './sql-query.ts'

export interface TransactionSql extends AnySql {
  readonly isTransaction: true
}

export interface ReservedSql extends AnySql {
  release(): void
}

// Runs statements of one caller on its connection. After release they are rejected, because another caller may use the connection.
class Holder {
  readonly hold = { isHeld: true }
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
    return this.hold.isHeld && !this.connection.lost
  }

  get #refusal(): Error {
    return this.connection.lost ?? new Error('this connection was given back: the transaction is over')
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
  const connection = await pool.take()
  const holder = new Holder(connection)
  const lost = new Promise<never>((_, reject) => {
    connection.tellHolder = reject
  })
  lost.catch(() => {}) // prevents an unhandled rejection
  try {
    await connection.run(`begin ${mode}`)
    const sql = Object.assign(holder.sql, { isTransaction: true as const })
    const value = await Promise.race([pool.holding(holder.hold, async () => work(sql)), lost])
    if (holder.failure) throw holder.failure
    if (!connection.isInTransaction) throw new Error('a statement of the transaction has ended it')
    holder.hold.isHeld = false
    const { command } = await connection.run('commit')
    if (command !== 'COMMIT') throw new Error('a statement of the transaction had failed: it was rolled back')
    return value
  } catch (error) {
    holder.hold.isHeld = false
    if (!connection.lost) await connection.run('rollback').catch(() => connection.destroy())
    // 25P02 (in_failed_sql_transaction) only follows from an earlier error: throw that one.
    throw (error as { code?: string })?.code === '25P02' ? (holder.failure ?? error) : error
  } finally {
    pool.give(connection)
  }
}

export function reserve(pool: Pool): Promise<ReservedSql> {
  const taken = pool.take()
  const hold = { isHeld: true }
  pool.hold(hold)
  return taken.then(
    (connection) => {
      const holder = new Holder(connection)
      const release = () => {
        if (!holder.hold.isHeld) return
        hold.isHeld = holder.hold.isHeld = false
        pool.give(connection)
      }
      return Object.assign(holder.sql, { release })
    },
    (error) => {
      hold.isHeld = false
      throw error
    },
  )
}
