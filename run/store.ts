import { join } from 'node:path'
import type { Logger } from 'pino'
import { createDiskStore } from '#files/disk.ts'
import { createCalendar, writeDay } from '#rules/day.ts'
import { insertDemoIdentities } from '#store/demo/identities.ts'
import { startEmbedded } from '#store/embedded/postgres.ts'
import { isEmpty, type SeedCounts, seedDemo, seedVocabulary } from '#store/seed.ts'
import { connect, type Database, type Sql } from '#store/sql.ts'
import type { Config } from './config.ts'

export type Store = {
  sql: Sql
  database: Database
  isEmbedded: boolean
  onLost(listener: (reason: string) => void): void
  close(): Promise<void>
}

// DATABASE_URL, or the PostgreSQL that comes along.
export async function openStore(config: Config, log: Logger): Promise<Store> {
  if (config.databaseUrl !== null) {
    const sql = connect(config.databaseUrl)
    const [row] = await sql`select current_setting('server_version_num')::int as version`
    if (row!.version < 150_000)
      throw new Error(`DATABASE_URL: PostgreSQL 15 or newer is needed, this one is ${Math.floor(row!.version / 10_000)}`)
    return { sql, database: config.databaseUrl, isEmbedded: false, onLost: () => {}, close: () => sql.end({ timeout: 5 }) }
  }
  const postgres = await startEmbedded(join(config.dataDir, 'postgres'), { log: (line) => log.info(line) })
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

export async function seedIfEmpty(config: Config, sql: Sql, now: () => Date): Promise<SeedCounts | null> {
  if (!config.demo) {
    await seedVocabulary(sql)
    return null
  }
  if (await isEmpty(sql)) return seedWorld(config, sql, now)
  await insertDemoIdentities(sql) // a world from before people could sign in has none
  return null
}

function seedWorld(config: Config, sql: Sql, now: () => Date): Promise<SeedCounts> {
  const files = createDiskStore(join(config.dataDir, 'files'))
  return seedDemo(sql, { today: writeDay(createCalendar(config.timeZone)(now())), keepFile: files.keep })
}
