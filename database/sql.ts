import type { Database } from './sql/address.ts'
import { OutcomeUnknown, REPLICATED } from './sql/commit.ts'
import { Connection, SILENCE_MS, type StatementTrace } from './sql/connection.ts'
import { createSilence } from './sql/deadline.ts'
import { ConnectionError, isUnanswered } from './sql/error.ts'
import { createPool, ShareUsed, shareOf } from './sql/pool.ts'
import { type AnySql, createSql, runOn } from './sql/query.ts'
import { composed } from './sql/text.ts'
import { begin, type ReservedSql, repeatOnDeadlock, reserve, type TransactionSql } from './sql/transaction.ts'
import { createWaitingCommits, mayWrite } from './sql/waiting-commits.ts'

// Database access. Statements are tagged templates, `sql`select … where id = ${id}``: values are sent as parameters, fragments and names
// (`sql(name)`) become text. The files sql-*.ts are its parts; only sql-connection.ts uses the driver.

export type { JSONValue, PendingQuery, Row } from './sql/query.ts'
export type { AnySql, Database, ReservedSql, StatementTrace, TransactionSql }
export { isUnanswered, OutcomeUnknown, REPLICATED, repeatOnDeadlock, ShareUsed }

export interface Sql extends AnySql {
  begin<T>(work: (sql: TransactionSql) => T | Promise<T>): Promise<T>
  begin<T>(mode: string, work: (sql: TransactionSql) => T | Promise<T>): Promise<T>
  /** A connection for this caller until it is released. */
  reserve(): Promise<ReservedSql>
  /** Statements of any caller are waiting, and none was answered for seconds: another one would only wait too. */
  isSilent(): boolean
  poolState(): { inUse: number; idle: number; waiting: number; max: number }
  /** Closes the pool; connections in use have `timeout` seconds to finish. False: some did not. */
  end(options?: { timeout?: number }): Promise<boolean>
}

// Timeouts are shorter than those of clients, so that the server ends a statement before the client gives up.
const limits = { statementMs: 5000, lockMs: 2000, idleInTransactionMs: 15_000 }
/** Bounds of the pool. A caller who has one connection gets no second one. */
export const connectionLimits = {
  owner: 'call; person, or address of a guest',
  perOwner: `1; ${shareOf(10)}`,
  total: 10,
  deadlineMs: 5000,
  refusal: { ofOwner: 'too_many_calls', ofAll: 'database_unavailable' },
} as const
const END_SECONDS = 10 // for statements that are running when the pool is closed
const CONNECT_MS = 2000
const SILENT_MS = 3000

export type ConnectSettings = {
  max?: number
  connectTimeout?: number
  statementTimeout?: number
  lockTimeout?: number
  waitTimeout?: number // how long a caller waits for a free connection
  answerTimeout?: number // how long the server may be silent while a statement runs
  mayNest?: boolean // one caller may have several connections: for tests that act as several callers
  onStatement?: (text: string) => void
  trace?: StatementTrace
}

export function connect(database: Database, settings: ConnectSettings = {}): Sql {
  const {
    max = connectionLimits.total,
    connectTimeout: connectMs = CONNECT_MS,
    statementTimeout: statementMs = limits.statementMs,
    lockTimeout: lockMs = limits.lockMs,
  } = settings
  const { mayNest = false, onStatement, trace } = settings
  const answerMs = settings.answerTimeout ?? statementMs + SILENCE_MS
  const silence = createSilence()
  const bounds = { ...limits, statementMs, lockMs }
  const open = () => Connection.open({ database, limits: bounds, connectMs, answerMs, onStatement, trace, silence })
  const waitMs = settings.waitTimeout ?? Math.max(connectionLimits.deadlineMs, connectMs)
  const waitingCommits = createWaitingCommits(max)
  const pool = createPool({ open, max, mayNest, waitMs, onLost: waitingCommits.note })
  const sql = createSql({
    async run(query) {
      if (waitingCommits.isFull() && mayWrite(composed(query).text)) await waitingCommits.refuseIfFull(pool)
      for (;;) {
        const connection = await pool.acquire()
        try {
          return await runOn(connection, query)
        } catch (error) {
          // Stale prepared statement: retry on another connection, where it is prepared again.
          if ((error as { code?: string }).code !== 'PLAN_CHANGED') throw error
        } finally {
          pool.release(connection)
        }
      }
    },
    cursor() {
      throw new Error('a cursor needs a transaction')
    },
  })
  return Object.assign(sql, {
    async begin<T>(...[first, second]: [string, (sql: TransactionSql) => T] | [(sql: TransactionSql) => T, undefined?]) {
      if (typeof first === 'string') return begin(pool, first, second!)
      if (waitingCommits.isFull()) await waitingCommits.refuseIfFull(pool)
      return begin(pool, '', first)
    },
    reserve: () => reserve(pool),
    poolState: pool.state,
    isSilent: () => silence.ms() > SILENT_MS,
    end: ({ timeout }: { timeout?: number } = {}) => pool.end(timeout ?? END_SECONDS),
  }) as Sql
}

/** The database has not answered another caller for seconds, so this one was not sent. */
export class DatabaseSilent extends ConnectionError {
  constructor() {
    super('ANSWER_TIMEOUT', 'the database does not answer')
  }
}

// Errors of the database or the network, not of the caller: worth a retry. SQLSTATE classes: connection errors (08), transaction rollback
// (40), insufficient resources (53), operator intervention (57).
const unavailable = new Set([
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'ANSWER_TIMEOUT',
  'COMMITS_WAIT',
  'POOL_TIMEOUT',
  'OUTCOME_UNKNOWN',
  'NOT_REPLICATED',
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
  '25006', // read-only: a standby, or set by an operator
  '25P03', // idle_in_transaction_session_timeout, for example after a pause of this process
  '25P04',
  '55P03',
  '58030', // the server could not read or write a file
])
const unavailableClass = /^(08|40|53|57)[0-9A-Z]{3}$/

export const isDiskFull = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '53100'

export function isDatabaseUnavailable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && (unavailable.has(code) || unavailableClass.test(code))
}
