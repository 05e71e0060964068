import { Connection, type Database } from './sql-connection.ts'
import { createPool } from './sql-pool.ts'
import { type AnySql, createSql, runOn } from './sql-query.ts'
import { begin, type ReservedSql, reserve, type TransactionSql } from './sql-transaction.ts'

// The one way to the database. Statements are templates, `sql`select … where id = ${id}``: values travel apart from the text, parts and names
// (`sql(name)`) become text. Files sql-*.ts are its parts; the driver is known to sql-connection.ts alone.

export type { JSONValue, PendingQuery, Row } from './sql-query.ts'
export type { AnySql, Database, ReservedSql, TransactionSql }

export interface Sql extends AnySql {
  begin<T>(work: (sql: TransactionSql) => T | Promise<T>): Promise<T>
  begin<T>(mode: string, work: (sql: TransactionSql) => T | Promise<T>): Promise<T>
  /** A connection for as long as the caller keeps it. */
  reserve(): Promise<ReservedSql>
  /** Closes the connections; those in use have so many seconds to come to their end. */
  end(options?: { timeout?: number }): Promise<void>
}

// Limits are below those of the callers, so the server gives up before the phone does (reliability: statement 5 s, lock 2 s).
const limits = { statementMs: 5000, lockMs: 2000, idleInTransactionMs: 15_000 }
const END_SECONDS = 10 // for the calls under way when the connections are closed
const CONNECT_MS = 2000
const SILENCE_MS = 5000 // after the limit of a statement the server or the way to it must be gone

export type ConnectSettings = {
  max?: number
  connectTimeout?: number
  statementTimeout?: number
  answerTimeout?: number // how long the server may be silent while a statement runs
  mayNest?: boolean // one caller may hold several connections: for tests, which play several callers at once
  onStatement?: (text: string) => void
}

export function connect(database: Database, settings: ConnectSettings = {}): Sql {
  const { max = 10, connectTimeout: connectMs = CONNECT_MS, statementTimeout: statementMs = limits.statementMs } = settings
  const { mayNest = false, onStatement } = settings
  const answerMs = settings.answerTimeout ?? statementMs + SILENCE_MS
  const open = () => Connection.open({ database, limits: { ...limits, statementMs }, connectMs, answerMs, onStatement })
  const pool = createPool({ open, max, mayNest })
  const sql = createSql({
    async run(query) {
      for (;;) {
        const connection = await pool.take()
        try {
          return await runOn(connection, query)
        } catch (error) {
          // Planned before a table changed: that connection goes, and the next one plans anew.
          if ((error as { code?: string }).code !== 'PLAN_CHANGED') throw error
        } finally {
          pool.give(connection)
        }
      }
    },
    cursor() {
      throw new Error('a cursor needs a transaction')
    },
  })
  return Object.assign(sql, {
    begin<T>(...[first, second]: [string, (sql: TransactionSql) => T] | [(sql: TransactionSql) => T, undefined?]) {
      return typeof first === 'string' ? begin(pool, first, second!) : begin(pool, '', first)
    },
    reserve: () => reserve(pool),
    end: ({ timeout }: { timeout?: number } = {}) => pool.end(timeout ?? END_SECONDS),
  }) as Sql
}

// What went wrong lies with the database or the way to it, not with the caller: worth trying again. Beside single codes these are classes of
// them: connections (08), rolled back for others' sake (40), no room (53), an operator's doing (57).
const unavailable = new Set([
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'ANSWER_TIMEOUT',
  'PLAN_CHANGED',
  'EAGAIN', // the queue of a unix socket is full
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '25P03', // idle in a transaction for too long, as after a process has slept
  '25P04',
  '55P03',
])
const unavailableClass = /^(08|40|53|57)[0-9A-Z]{3}$/

export function isDatabaseUnavailable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && (unavailable.has(code) || unavailableClass.test(code))
}
