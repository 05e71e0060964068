import { join } from 'node:path'
import type { Logger } from 'pino'
import { createCalendar, writeDay } from '#rules/day.ts'
import { insertDemoIdentities } from '#store/demo/identities.ts'
import { startEmbedded } from '#store/embedded/postgres.ts'
import { findRunning } from '#store/embedded/running.ts'
import { migrate } from '#store/migrate.ts'
import { isEmpty, type SeedCounts, seedDemo, seedVocabulary } from '#store/seed.ts'
import { connect, type Database, isDatabaseUnavailable, type Sql } from '#store/sql.ts'
import type { Config } from './config.ts'
import { openFiles } from './files.ts'
import { quietLog } from './log.ts'

export type Store = {
  sql: Sql
  database: Database
  isEmbedded: boolean
  onLost(listener: (reason: string) => void): void
  close(): Promise<void>
}

// Connects to DATABASE_URL, or starts the embedded PostgreSQL.
export async function openStore(config: Config, log: Logger): Promise<Store> {
  if (config.databaseUrl !== null) {
    const sql = connect(config.databaseUrl)
    const [row] = await sql`select current_setting('server_version_num')::int as version`
    if (row!.version < 150_000)
      throw new Error(`DATABASE_URL: PostgreSQL 15 or newer is needed, this one is ${Math.floor(row!.version / 10_000)}`)
    return { sql, database: config.databaseUrl, isEmbedded: false, onLost: () => {}, close: () => sql.end({ timeout: 5 }) }
  }
  const postgres = await startEmbedded(join(config.dataDir, 'postgres'), { log: (line) => log.info(line), isReadOnly: config.isProduction })
  const { host, port, user, database } = postgres
  const sql = connect({ host, port, user, database })
  return {
    sql,
    database: { host, port, user, database },
    isEmbedded: true,
    onLost: postgres.onExit,
    async close() {
      await sql.end({ timeout: 5 })
      await postgres.stop()
    },
  }
}

/** For commands: connects to the embedded database of a running service, or starts it for the duration of the command. */
export async function withStore<T>(config: Config, log: Logger, work: (sql: Sql) => Promise<T>): Promise<T> {
  const store = (config.databaseUrl === null && (await joinStore(config))) || (await openStore(config, log))
  try {
    await migrate(store.sql)
    return await work(store.sql)
  } finally {
    await store.close()
  }
}

async function joinStore(config: Config): Promise<Pick<Store, 'sql' | 'close'> | undefined> {
  const running = findRunning(join(config.dataDir, 'postgres'))
  if (!running) return undefined
  const sql = connect(running, { max: 1 })
  const close = () => sql.end({ timeout: 5 })
  try {
    await sql`select 1`
    return { sql, close }
  } catch (error) {
    await close()
    if (isDatabaseUnavailable(error)) return undefined // stale pid file of a killed process
    throw error
  }
}

export async function seedIfEmpty(config: Config, sql: Sql, now: () => Date): Promise<SeedCounts | null> {
  if (config.demo && (await isEmpty(sql))) return seedDemoData(config, sql, now)
  await seedVocabulary(sql)
  if (config.demo) await insertDemoIdentities(sql) // missing in demo data of early versions
  return null
}

async function seedDemoData(config: Config, sql: Sql, now: () => Date): Promise<SeedCounts> {
  const files = await openFiles(config, sql, quietLog())
  return seedDemo(sql, { today: writeDay(createCalendar(config.timeZone)(now())), storeFile: files.keep })
}
