import { join } from 'node:path'
import type { Logger } from 'pino'
import type { ApiApp } from '#api/app.ts'
import { openCatalog } from '#catalog/catalog.ts'
import { createDiskStore } from '#files/disk.ts'
import { createShelf, type Shelf } from '#http/shelf.ts'
import { createCalendar, writeDay } from '#rules/day.ts'
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
  if (!(await isEmpty(sql))) return null
  const files = createDiskStore(join(config.dataDir, 'files'))
  return seedDemo(sql, { today: writeDay(createCalendar(config.timeZone)(now())), keepFile: files.keep })
}

export async function createApp(
  config: Config,
  store: Pick<Store, 'sql'>,
  log: Logger,
  settings: { apiUrl: string; now?: () => Date },
): Promise<{ app: ApiApp; shelf: Shelf }> {
  const { sql } = store
  const now = settings.now ?? (() => new Date())
  const shelf = createShelf()
  const catalog = await openCatalog({
    sql,
    now,
    calendar: createCalendar(config.timeZone),
    apiUrl: settings.apiUrl,
    publicPeople: config.publicPeople,
    log,
    onChange: () => shelf.clear(),
  })
  // A part served alone has its documentation at its own root.
  return { app: { config: { ...config, docsUrl: `${settings.apiUrl}/docs` }, sql, now, log, catalog }, shelf }
}
