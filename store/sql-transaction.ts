import type { Connection } from './sql-connection.ts'
import type { Pool } from './sql-pool.ts'
import { type AnySql, batchesOn, createSql, type Query, runOn } from './sql-query.ts'

export interface TransactionSql extends AnySql {
  readonly isTransaction: true
}

export interface ReservedSql extends AnySql {
  release(): void
}

// Statements of one caller on the connection it holds; none gets through once it is given back, when somebody else may hold it.
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

/** Work in a transaction: it is committed when the work succeeds and each of its statements did. */
export async function begin<T>(pool: Pool, mode: string, work: (sql: TransactionSql) => T | Promise<T>): Promise<T> {
  const connection = await pool.take()
  const holder = new Holder(connection)
  const lost = new Promise<never>((_, reject) => {
    connection.tellHolder = reject
  })
  lost.catch(() => {}) // also where it is lost before anything waits for it
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
    // What failed first says more than that the rest of the transaction was refused.
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
