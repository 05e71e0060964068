import type { Logger } from 'pino'
import { listPending, migrate, readMigrations } from '#database/migrate.ts'
import type { Database, Sql } from '#database/sql.ts'
import { findTarget } from '#store/backup/load.ts'
import type { Config } from './config/config.ts'
import { withSettingsFile } from './config/variables.ts'

const WAIT_MS = 15 * 60_000 // for a backup that another process makes

/** Migrates the database. If it has data, a backup is made first, or a warning logged. A start without new migrations reads one table. */
export async function migrateSafely(config: Config, { sql, database }: { sql: Sql; database: Database }, log: Logger): Promise<string[]> {
  const available = await readMigrations()
  const { pending, applied } = await listPending(sql, available)
  if (pending.length === 0) return []
  const { to, beforeMigrations } = config.backups
  const hasNoPlace = config.databaseUrl !== null && to === null // the embedded one without a place for backups is a demo in development
  const hasData = applied > 0 && (hasNoPlace || beforeMigrations) && (await findTarget(sql)).hasData
  if (hasData && hasNoPlace)
    log.warn(
      { pending },
      withSettingsFile(
        'the database is migrated without a backup: DATABASE_URL is set and BACKUP_TO is not. Migrations cannot be undone: set BACKUP_TO, or run npx projectory backup --out FILE before the next upgrade',
        config.settingsFile,
      ),
    )
  else if (hasData) {
    log.info({ pending }, 'the database is backed up before it is migrated')
    try {
      await backUpFirst({ ...config }, database, log)
    } catch (error) {
      throw new Error(
        `the backup before the migration failed, and nothing was changed: ${(error as Error).message} (MIGRATION_BACKUP=off migrates without one)`,
        { cause: error },
      )
    }
  }
  return migrate(sql, available, {
    onWait: (what) => log.warn(what),
    onApplied: (migration, ms) => log.info({ migration, ms: Math.round(ms) }, 'the database is migrated'),
  })
}

async function backUpFirst(config: Config, database: Database, log: Logger): Promise<void> {
  const { runBackup } = await import('./backup/backup.ts') // not needed by other starts
  const isNeeded: Parameters<typeof runBackup>[0]['isNeeded'] = async (sql) =>
    (await listPending(sql, await readMigrations())).pending.length > 0 // another process may have migrated it meanwhile
  const made = await runBackup({ config, database, log, kind: 'migration', suffix: 'before-migration', waitMs: WAIT_MS, isNeeded })
  if (made) log.info({ location: made.location, bytes: made.bytes }, 'the backup before the migration is complete')
}
