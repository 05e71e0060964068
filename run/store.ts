import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { startEmbedded } from '#database/embedded/postgres.ts'
import { findRunning } from '#database/embedded/running.ts'
import { type ConnectSettings, connect, type Database, isDatabaseUnavailable, type Sql } from '#database/sql.ts'
import { insertDemoIdentities } from '#demo/insert/people.ts'
import { isEmpty, type Seeded, seedDemo, seedVocabulary } from '#demo/seed.ts'
import { settingsFrom } from '#rules/settings/settings.ts'
import { createCalendar, writeDay } from '#rules/time/day.ts'
import { quietLog } from '#run/log/log.ts'
import type { Config } from './config/config.ts'
import { messageOf } from './files/disk-fault.ts'
import { openFiles } from './files/files.ts'
import { createRoundSecrets } from './rounds/secrets.ts'

const RETRY_MS = 500
const EMBEDDED_SECONDS = 30 // after a crash the first connection may be slow while the data are synchronised
export const EMBEDDED_CONNECT_MS = 5000 // it is on this machine: one that is slow to accept is busy, not unreachable

export type Store = {
  sql: Sql
  database: Database
  isEmbedded: boolean
  onLost(listener: (reason: string) => void): void
  close(): Promise<void>
}

/** Connects to DATABASE_URL, or starts the embedded PostgreSQL. `waitSeconds`: how long to wait for DATABASE_URL to become available. */
export async function openStore(config: Config, log: Logger, waitSeconds = 0, settings: ConnectSettings = {}): Promise<Store> {
  if (config.databaseUrl !== null) {
    const sql = connect(config.databaseUrl, settings)
    const close = async () => void (await sql.end({ timeout: 2 }))
    try {
      const version = await findVersion(sql, log, waitSeconds, 'database of DATABASE_URL', ' (DATABASE_WAIT)')
      if (version < 150_000) throw new Error(`DATABASE_URL: PostgreSQL 15 or newer is needed, this one is ${Math.floor(version / 10_000)}`)
    } catch (error) {
      await close() // an open connection would keep the process
      throw error
    }
    return { sql, database: config.databaseUrl, isEmbedded: false, onLost: () => {}, close }
  }
  const postgres = await startEmbedded(join(config.dataDir, 'postgres'), {
    log: (line) => log.warn(messageOf(new Error(line), config)),
    isReadOnly: config.isProduction,
  })
  const { host, port, user, database } = postgres
  const sql = connect({ host, port, user, database }, { ...settings, connectTimeout: EMBEDDED_CONNECT_MS })
  const close = async () => {
    const isClean = await sql.end({ timeout: 2 })
    await postgres.stop({ isSilent: !isClean })
  }
  try {
    await findVersion(sql, log, EMBEDDED_SECONDS, 'embedded database')
  } catch (error) {
    await close()
    throw error
  }
  return { sql, database: { host, port, user, database }, isEmbedded: true, onLost: postgres.onExit, close }
}

async function findVersion(sql: Sql, log: Logger, waitSeconds: number, name: string, hint = ''): Promise<number> {
  const startedAt = performance.now()
  for (let tries = 0; ; tries++) {
    try {
      const [row] = await sql`select current_setting('server_version_num')::int as version`
      if (tries > 0) log.warn('the database is available now')
      return row!.version
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() - startedAt > waitSeconds * 1000) throw error
      const { code } = error as { code: string }
      if (tries === 0) log.warn(`the ${name} is not available (${code}); waiting up to ${waitSeconds} seconds${hint}`)
      await sleep(RETRY_MS)
    }
  }
}

/** For commands: connects to the embedded database of a running service, or starts it for the duration of the command. */
export async function withStore<T>(config: Config, log: Logger, work: (sql: Sql) => Promise<T>): Promise<T> {
  return withStoreAsItIs(config, log, async (store) => {
    const { migrateSafely } = await import('./migrate.ts')
    await migrateSafely(config, store, log)
    return work(store.sql)
  })
}

export type JoinedStore = Pick<Store, 'sql' | 'database' | 'close'>

/** The same without migrating it. */
export async function withStoreAsItIs<T>(config: Config, log: Logger, work: (store: JoinedStore) => Promise<T>): Promise<T> {
  const store = await attachStore(config, log)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

export async function attachStore(config: Config, log: Logger, settings: ConnectSettings = {}): Promise<JoinedStore> {
  return (config.databaseUrl === null && (await joinStore(config, settings))) || (await openStore(config, log, 0, settings))
}

async function joinStore(config: Config, settings: ConnectSettings): Promise<JoinedStore | undefined> {
  const running = findRunning(join(config.dataDir, 'postgres'))
  if (!running) return undefined
  const sql = connect(running, { max: 1, ...settings })
  const close = async () => void (await sql.end({ timeout: 5 }))
  try {
    await sql`select 1`
    return { sql, database: running, close }
  } catch (error) {
    await close()
    if (isDatabaseUnavailable(error)) return undefined // stale pid file of a killed process
    throw error
  }
}

export async function seedIfEmpty(config: Config, sql: Sql, now: () => Date): Promise<Seeded | null> {
  if (config.demo && (await isEmpty(sql))) return seedDemoData(config, sql, now)
  await seedVocabulary(sql)
  if (config.demo) await insertDemoIdentities(sql) // missing in demo data of early versions
  return null
}

async function seedDemoData(config: Config, sql: Sql, now: () => Date): Promise<Seeded> {
  const files = await openFiles(config, sql, quietLog())
  const { createDemoRounds } = await import('./rounds/demo-rounds.ts') // not needed by any later start
  const today = writeDay(createCalendar(settingsFrom(null, config).timeZone)(now()))
  return seedDemo(sql, { today, storeFile: files.keep, rounds: createDemoRounds(createRoundSecrets(config)) })
}
