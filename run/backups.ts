import type { Logger } from 'pino'
import { isBackupDue, lastTimeOfDay } from '#rules/backup.ts'
import { BackupRunning, findScheduled, recordProof } from '#store/backup-record.ts'
import type { Database, Sql } from '#store/sql.ts'
import type { Config } from './config.ts'

// The nightly backup. Every process looks once a minute whether one is due; a lock in the database lets one of them make it.

const CHECK_MS = 60_000

export type BackupsOptions = {
  config: Pick<Config, 'dataDir' | 'filesUrl' | 'backups'>
  sql: Sql
  database: Database
  log: Logger
  timeZone: () => string
  now?: () => Date
}

export function startBackups(options: BackupsOptions): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  let isRunning = false
  const check = () => {
    if (isRunning) return
    isRunning = true
    running = backUpIfDue(options)
      .catch((error) => options.log.error({ err: error }, 'the scheduled backup failed'))
      .then(() => {
        isRunning = false
      })
  }
  const timer = setInterval(check, CHECK_MS).unref()
  return {
    async stop() {
      clearInterval(timer)
      if (!isRunning) return
      // A backup is not worth a slow stop: it has no final name yet, and is made up for after the next start.
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, 1000).unref())])
    },
  }
}

/** Makes, proves and thins out backups, if the time of day has passed since the last one. */
export async function backUpIfDue({ config, sql, database, log, timeZone, now = () => new Date() }: BackupsOptions): Promise<void> {
  const { at, kept, recipients } = config.backups
  if (at === null || config.backups.to === null) return
  const isDue = async (sql: Sql) => isBackupDue(now(), lastTimeOfDay(now(), at, timeZone()), await findScheduled(sql, now()))
  if (!(await isDue(sql))) return
  const { runBackup, thinOut } = await import('./backup.ts')
  const made = await runBackup({ config, database, log, kind: 'scheduled', now, isNeeded: isDue }).catch((error) => {
    if (error instanceof BackupRunning) return null // of another process, or by hand; looked at again in a minute
    throw error
  })
  if (!made) return
  log.info({ location: made.location, bytes: made.bytes, files: made.manifest.files.length }, 'the scheduled backup is complete')
  if (made.manifest.missing.length > 0) log.error({ missing: made.manifest.missing }, 'stored files are missing in the backup')
  // With recipients the key that decrypts it is not here: prove it where the key is.
  if (recipients.length > 0 || (await isProven())) await removeOld()

  // Only after the proof: the last backup that can be restored stays.
  async function removeOld(): Promise<void> {
    const removed = await thinOut(database, made!.place, kept, now()).catch((error) => {
      if (error instanceof BackupRunning) return [] // the next night removes more
      throw error
    })
    if (removed.length > 0) log.info({ removed }, 'old backups are removed')
  }

  async function isProven(): Promise<boolean> {
    const { proveBackup } = await import('#backup/prove.ts')
    const { DamagedBeside, removeDamagedBeside } = await import('#backup/beside.ts')
    const { place, name, manifest } = made!
    const problem = await proveBackup({ database, dataDir: config.dataDir, place, name, identities: [] }).then(
      () => null,
      (error) => error as Error,
    )
    await recordProof(sql, made!.record!, now(), problem?.message ?? null)
    if (problem) log.error({ err: problem, location: made!.location }, 'the scheduled backup could not be restored')
    if (problem instanceof DamagedBeside) {
      const removed = await removeDamagedBeside({ place, name, identities: [] }, manifest.files)
      log.error({ removed }, 'damaged files of backups are removed; the next backup writes them again')
    }
    return problem === null
  }
}
