import { type AnySql, connect, type Sql } from '#database/sql.ts'
import type { TestDatabase } from './database.ts'
import { until } from './until.ts'

// For tests that hold a lock until others wait for it: that they wait is the fact, on a busy machine it takes a while.

const HANGS_SECONDS = 60

/** Resolves when this many statements of the database wait for a lock. */
export async function untilWaiting(sql: AnySql, count = 1): Promise<void> {
  await until(async () => {
    await sql`select pg_stat_clear_snapshot()` // a transaction would see again what it saw at first
    const waiting = await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return waiting.length >= count
  }, HANGS_SECONDS)
}

/** Other connections to the database, which wait for a lock as long as the test holds it. */
export const connectPatiently = ({ database }: TestDatabase): Sql =>
  connect(database, { connectTimeout: 60_000, statementTimeout: 60_000, lockTimeout: 60_000, waitTimeout: 60_000, mayNest: true })
