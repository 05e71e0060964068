import { statfs } from 'node:fs/promises'
import type { Logger } from 'pino'
import { readDatabaseState } from '#database/server-state.ts'
import type { Sql } from '#database/sql.ts'
import type { Config } from '#run/config/config.ts'
import { findBackupFacts } from '#store/backup/record.ts'
import { countDamaged } from '#store/file/check.ts'
import { countMails } from '#store/mail/queue.ts'
import { type Family, gauge, type Snapshot } from './snapshot.ts'

// Facts about the database and the disk, which all processes share: they are read once, by the process that serves /metrics.

type Sources = { sql: Sql; log: Logger; now: () => Date; config: Pick<Config, 'dataDir' | 'backups'> }

export async function readShared({ sql, log, now, config }: Sources): Promise<Snapshot> {
  const [ofDatabase, ofDisk] = await Promise.all([
    readDatabase(sql, now(), config.backups).catch((error) => {
      log.warn({ err: error }, 'the metrics of the database could not be read')
      return null
    }),
    readDisk(config.dataDir),
  ])
  // Without values: stale ones would look current.
  return [gauge('projectory_database_up', '1 while the database answers', 'min', ofDatabase ? 1 : 0), ...(ofDatabase ?? []), ...ofDisk]
}

async function readDatabase(sql: Sql, now: Date, { to, at }: Config['backups']): Promise<Family[]> {
  const [{ states, oldestSeconds, oldestByState }, damaged, state, backups] = await Promise.all([
    countMails(sql, now),
    countDamaged(sql),
    readDatabaseState(sql, now),
    findBackupFacts(sql, now),
  ])
  const byState = (counts: Record<string, number>) => Object.entries(counts).map(([state, value]) => [{ state }, value] as const)
  return [
    gauge('projectory_mails', 'emails by state', 'max', byState(states)),
    gauge('projectory_mail_oldest_seconds', 'age of the oldest email waiting to be sent', 'max', oldestSeconds),
    gauge(
      'projectory_mail_oldest_by_state_seconds',
      'age of the oldest email that is not finished, by state',
      'max',
      byState(oldestByState),
    ),
    gauge('projectory_files_damaged', 'stored files that do not match their hash', 'max', damaged),
    gauge('projectory_database_size_bytes', 'size of the database', 'max', state.sizeBytes),
    gauge(
      'projectory_database_oldest_transaction_seconds',
      'age of the oldest transaction, without backups',
      'max',
      state.oldestTransactionSeconds,
    ),
    gauge(
      'projectory_database_replication_lag_seconds',
      'how far a standby is behind',
      'max',
      state.standbys.map(({ name, lagSeconds }) => [{ standby: name }, lagSeconds]),
    ),
    gauge('projectory_clock_offset_seconds', 'clock of this machine minus clock of the database', 'max', state.clockOffsetSeconds),
    gauge('projectory_signing_key_age_seconds', 'since the current signing key signs', 'max', state.signingKeyAgeSeconds ?? []),
    gauge('projectory_backup_scheduled', '1 if backups are made on a schedule', 'max', to !== null && at !== null ? 1 : 0),
    gauge(
      'projectory_backup_last_complete_timestamp_seconds',
      'end of the last complete backup',
      'max',
      secondsOf(backups.lastComplete?.finishedAt),
    ),
    gauge(
      'projectory_backup_last_proven_timestamp_seconds',
      'when a backup was last restored for a proof',
      'max',
      secondsOf(backups.lastProven?.provenAt),
    ),
    gauge(
      'projectory_backup_last_failed_timestamp_seconds',
      'end of the last backup that failed or could not be restored',
      'max',
      secondsOf(backups.lastFailed?.finishedAt),
    ),
  ]
}

const secondsOf = (at: Date | null | undefined): number | [] => (at ? at.getTime() / 1000 : [])

async function readDisk(dataDir: string): Promise<Family[]> {
  const found = await statfs(dataDir).catch(() => null)
  if (found === null) return []
  return [
    gauge('projectory_disk_free_bytes', 'free space of the disk of DATA_DIR', 'min', found.bavail * found.bsize),
    gauge('projectory_disk_size_bytes', 'size of the disk of DATA_DIR', 'min', found.blocks * found.bsize),
  ]
}
