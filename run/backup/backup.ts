import { hostname } from 'node:os'
import type { Logger } from 'pino'
import { removeDamagedBeside } from '#backup/beside.ts'
import { readSummaries, removeSurplus, type Thinning } from '#backup/keep.ts'
import { type Made, makeBackup } from '#backup/make.ts'
import { openFolder, openPlace, type Place } from '#backup/place.ts'
import type { ProveOptions } from '#backup/prove.ts'
import type { Progress } from '#backup/write-archive.ts'
import { type AnySql, connect, type Database, type Sql } from '#database/sql.ts'
import { openArchive } from '#run/audit/export.ts'
import type { Disks } from '#run/config/places.ts'
import { messageOf } from '#run/files/disk-fault.ts'
import { openPlainFiles, refuseAbsentStore } from '#run/files/files.ts'
import {
  type BackupKind,
  findBackupAt,
  hasRecords,
  listProofs,
  recordEnd,
  recordFailure,
  recordProof,
  recordStart,
  withBackupLock,
} from '#store/backup/record.ts'
import { backupKeysOf } from './key.ts'

// Makes backups for the command line, the schedule and the start: one at a time per database, each recorded in it.

const CONNECT_MS = 10_000
const WAIT_MS = 5000 // for another backup, or a file that the sweep is just removing

export type BackupRun = {
  config: Disks
  database: Database
  kind: BackupKind
  log: Pick<Logger, 'error'>
  now?: () => Date
  out?: string // one archive, or a place; default: the place of the configuration
  recipients?: string[]
  isMove?: boolean
  suffix?: string
  waitMs?: number // for another backup
  /** Asked with the lock: false when there is nothing to do any more. */
  isNeeded?: (sql: Sql) => Promise<boolean>
  onProgress?: Progress
  signal?: AbortSignal // ends it
}
export type Recorded = Made & { record: number | null; place: Place }

/** A pool of its own: a backup holds locks on two connections while it reads on a third one. */
export async function withBackupPool<T>(database: Database, work: (sql: Sql) => Promise<T>, signal?: AbortSignal): Promise<T> {
  signal?.throwIfAborted()
  const sql = connect(database, { max: 5, mayNest: true, connectTimeout: CONNECT_MS })
  const end = () => void sql.end({ timeout: 0 })
  signal?.addEventListener('abort', end)
  try {
    return await work(sql)
  } finally {
    signal?.removeEventListener('abort', end)
    await sql.end({ timeout: 5 })
  }
}

type Work<T> = (sql: Sql, signal: AbortSignal) => Promise<T>
/** Runs work while no other process makes a backup. It ends when the lock is lost, or by the given signal. */
const withBackupsLocked = <T>(database: Database, waitMs: number, signal: AbortSignal | undefined, work: Work<T>): Promise<T> =>
  withBackupPool(
    database,
    (sql) => withBackupLock(sql, waitMs, (lost) => work(sql, signal ? AbortSignal.any([signal, lost]) : lost)),
    signal,
  )

/** Null: it was not needed any more. */
export function runBackup(run: BackupRun): Promise<Recorded | null> {
  const { config, database, kind, now = () => new Date(), waitMs = WAIT_MS, isNeeded = async () => true } = run
  return withBackupsLocked(database, waitMs, run.signal, async (sql, signal) => {
    if (!(await isNeeded(sql))) return null
    const { place, name } = await placeOf(run)
    const files = await openPlainFiles(config, run.log)
    const at = now()
    const record = (await hasRecords(sql)) ? await recordStart(sql, { kind, at, host: hostname() }) : null
    try {
      await refuseAbsentStore(files, sql)
      const { recipients = config.backups.recipients, isMove, suffix, onProgress } = run
      const made = await makeBackup({
        sql,
        files,
        auditFiles: await openArchive(config),
        recipients,
        signingKey: backupKeysOf(config)[0],
        place,
        isWhole: name !== null,
        name: name ?? undefined,
        isMove,
        suffix,
        onProgress,
        now: at,
        signal,
      })
      if (record !== null) await recordEnd(sql, record, { at: now(), location: made.location, bytes: made.bytes })
      return { ...made, record, place }
    } catch (error) {
      if (record !== null) await recordFailure(sql, record, now(), messageOf(error, config)).catch(() => {})
      throw error
    }
  })
}

async function placeOf({ out, config }: BackupRun): Promise<{ place: Place; name: string | null }> {
  if (out !== undefined) return openPlace(out)
  if (config.backups.to === null) throw new Error('where should the backup go? Pass --out <file>, or set BACKUP_TO')
  return { place: await openFolder(config.backups.to), name: null }
}

/** Removes what is not kept any more, while nobody makes a backup: it may need a file that no archive names yet. */
export const thinOut = (database: Database, place: Place, { signal, ...thinning }: Omit<Thinning, 'proofOf'>): Promise<string[]> =>
  withBackupsLocked(database, WAIT_MS, signal, async (sql, signal) => {
    const proofs = await listProofs(sql)
    return removeSurplus(place, { ...thinning, signal, proofOf: (name) => proofs.get(place.addressOf(name)) })
  })

/** The damaged files beside a backup that is not encrypted. */
export const removeDamaged = (
  { config, database, log, signal }: Pick<BackupRun, 'config' | 'database' | 'log' | 'signal'>,
  { place, name, manifest }: Recorded,
) =>
  withBackupsLocked(database, WAIT_MS, signal, async (_sql, signal) => {
    const source = { files: await openPlainFiles(config, log), auditFiles: await openArchive(config) }
    return removeDamagedBeside({ place, name, identities: [] }, manifest, source, signal)
  })

/** A proof by hand; problem: why it failed. True when this database knows the backup, and so records it. */
export async function recordProofOf(
  sql: AnySql,
  { place, name }: Pick<ProveOptions, 'place' | 'name'>,
  problem: string | null,
): Promise<boolean> {
  // A damaged copy says nothing about the original; one that was restored does.
  const known = problem === null ? name : null
  const record = (await hasRecords(sql)) ? await findBackupAt(sql, place.addressOf(name), known) : null
  if (record !== null) await recordProof(sql, record, new Date(), problem)
  return record !== null
}

/** The backups at the place of the configuration, newest first. */
export async function listPlace(address: string) {
  const place = await openFolder(address)
  return { place, backups: await readSummaries(place) }
}
