import type { Logger } from 'pino'
import { startLoop } from '#async/loop.ts'
import { within } from '#async/within.ts'
import type { Database, Sql } from '#database/sql.ts'
import { isBackupDue, lastTimeOfDay } from '#rules/backup.ts'
import type { Disks } from '#run/config/places.ts'
import { messageOf } from '#run/files/disk-fault.ts'
import { BackupRunning, findScheduled, recordProof } from '#store/backup/record.ts'

// The nightly backup. Every process looks once a minute whether one is due; a lock in the database lets one of them make it.

const CHECK_MS = 60_000
const LAST_MS = 1000

export type BackupsOptions = {
  config: Disks
  sql: Sql
  database: Database
  log: Logger
  timeZone: () => string
  now?: () => Date
  signal?: AbortSignal
}

export function startBackups(given: Omit<BackupsOptions, 'signal'>, checkMs = CHECK_MS): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const options = { ...given, signal: stopping.signal }
  const run = () =>
    backUpIfDue(options).catch((error) => {
      if (stopping.signal.aborted)
        options.log.info(
          'the work on the scheduled backup was ended by the stop; a backup that was not complete is made up for after the next start',
        )
      else options.log.error({ err: error }, 'the scheduled backup failed')
    })
  const loop = startLoop({ run, everyMs: checkMs, firstMs: checkMs, isRef: false })
  return {
    async stop() {
      const ended = loop.stop()
      // A backup is not worth a slow stop: it has no final name yet, and is made up for after the next start.
      await within(ended, LAST_MS, () => stopping.abort(), { isRef: false }) // its connections would keep the process
      await within(ended, LAST_MS, () => {}, { isRef: false })
    },
  }
}

/** Makes, proves and thins out backups, if the time of day has passed since the last one. */
export async function backUpIfDue(options: BackupsOptions): Promise<void> {
  const { config, sql, database, log, timeZone, now = () => new Date(), signal } = options
  const onProgress = () => signal?.throwIfAborted()
  const { at, kept, recipients } = config.backups
  if (at === null || config.backups.to === null) return
  const isDue = async (sql: Sql) => isBackupDue(now(), lastTimeOfDay(now(), at, timeZone()), await findScheduled(sql, now()))
  if (!(await isDue(sql))) return
  const { removeDamaged, runBackup, thinOut } = await import('./backup.ts')
  const made = await runBackup({ config, database, log, kind: 'scheduled', now, isNeeded: isDue, onProgress, signal }).catch(nullIfRunning)
  if (!made) return
  log.info({ location: made.location, bytes: made.bytes, files: made.manifest.files.length }, 'the scheduled backup is complete')
  if (made.manifest.missing.length > 0) log.error({ missing: made.manifest.missing }, 'stored files are missing in the backup')
  // With recipients the key that decrypts it is not here: prove it where the key is.
  if (recipients.length > 0 || (await isProven())) await removeOld()

  // Only after the proof: the last backup that can be restored stays.
  async function removeOld(): Promise<void> {
    const removed = await thinOut(database, made!.place, { kept, now: now(), signal }).catch(nullIfRunning)
    if (removed && removed.length > 0) log.info({ removed }, 'old backups are removed')
  }

  async function isProven(): Promise<boolean> {
    const { proveBackup } = await import('#backup/prove.ts')
    const { DamagedBeside } = await import('#backup/beside.ts')
    const { backupKeysOf } = await import('./key.ts')
    const { place, name } = made!
    const keys = backupKeysOf(config)
    const problem = await proveBackup({ database, dataDir: config.dataDir, place, name, identities: [], keys, onProgress, signal }).then(
      () => null,
      (error) => error as Error,
    )
    signal?.throwIfAborted() // a proof that was ended says nothing about the backup
    await recordProof(sql, made!.record!, now(), problem && messageOf(problem, config))
    if (problem) log.error({ err: problem, location: made!.location }, 'the scheduled backup could not be restored')
    if (problem instanceof DamagedBeside) {
      const { removed, kept } = (await removeDamaged({ config, database, log, signal }, made!).catch(nullIfRunning)) ?? {
        removed: [],
        kept: [],
      }
      if (removed.length > 0) log.error({ removed }, 'damaged files of backups are removed; the next backup writes them again')
      if (kept.length > 0) log.error({ kept }, 'damaged files of backups are kept: the directory does not have them, or cannot read them')
    }
    return problem === null
  }
}

/** Another process makes a backup, or somebody by hand: looked at again in a minute, and the next night removes more. */
function nullIfRunning(error: unknown): null {
  if (error instanceof BackupRunning) return null
  throw error
}
