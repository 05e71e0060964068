import type { Options, Sql, TransactionSql } from 'postgres'
import { postgres } from './driver.ts'

export type { Sql }
// Store functions take either: the pool, or the transaction they are part of.
export type AnySql = Sql | TransactionSql

export type Database = string | { host: string; port: number; user: string; database: string }

// Calendar dates stay text: a Date would drag a time zone in.
const types = { date: { to: 1082, from: [1082], serialize: (day: string) => day, parse: (day: string) => day } }

// Limits are below those of the callers, so the server gives up before the phone does (reliability: statement 5 s, lock 2 s).
const limits = { statement_timeout: 5000, lock_timeout: 2000, idle_in_transaction_session_timeout: 15_000 }

export function connect(database: Database, settings: { max?: number; statementTimeout?: number } = {}): Sql {
  const options: Options<Record<string, never>> = {
    max: settings.max ?? 10,
    connect_timeout: 2,
    idle_timeout: 0,
    max_lifetime: null,
    backoff: (attempt: number) => Math.min(0.05 * 2 ** attempt, 1),
    onnotice: () => {},
    connection: { application_name: 'projectory', ...limits, statement_timeout: settings.statementTimeout ?? limits.statement_timeout },
    types: types as never,
  }
  return (typeof database === 'string' ? postgres(database, options) : postgres({ ...options, ...database })) as unknown as Sql
}

// What went wrong lies with the database or the way to it, not with the caller: worth trying again.
const unavailable = new Set([
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '57014',
  '55P03',
  '53300',
])

export const isDatabaseUnavailable = (error: unknown): boolean => unavailable.has((error as { code?: string } | null)?.code ?? '')
