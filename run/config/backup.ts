import { join, resolve } from 'node:path'
import { whyNotRecipient } from '#backup/recipient.ts'
import { readS3Address } from '#files/s3-address.ts'
import { type Kept, readKept, readTimeOfDay, standardKept } from '#rules/backup.ts'

export type BackupConfig = {
  to: string | null // a folder or s3://…; null: no scheduled backups
  isToSet: boolean // by BACKUP_TO
  at: number | null // minutes after midnight; null: off
  kept: Kept
  recipients: string[]
  beforeMigrations: boolean
}

type Place = { dataDir: string; isProduction: boolean; isEmbedded: boolean; demo: boolean }

/** BACKUP_… of the environment. */
export function readBackupConfig(text: (name: string) => string | undefined, place: Place, faults: string[]): BackupConfig {
  const to = text('BACKUP_TO')
  const address = to?.startsWith('s3:') ? readS3Address(to) : null
  if (typeof address === 'string') faults.push(`BACKUP_TO: ${address}`)
  else if (to && address === null && /^\w+:\/\//.test(to)) faults.push(`BACKUP_TO: “${to}” is neither a folder nor s3://bucket/prefix`)
  const time = text('BACKUP_AT') ?? '03:00'
  const at = time === 'off' ? null : readTimeOfDay(time)
  if (at === null && time !== 'off') faults.push(`BACKUP_AT: “${time}” is not a time of day like 03:00, nor off`)
  const kept = readKept(text('BACKUP_KEEP') ?? '7/5/12')
  if (kept === null) faults.push(`BACKUP_KEEP: “${text('BACKUP_KEEP')}” is not days/weeks/months like 7/5/12`)
  const recipients = (text('BACKUP_RECIPIENTS') ?? '').split(/[\s,]+/).filter(Boolean)
  for (const recipient of recipients) {
    const fault = /^age1[a-z0-9]{20,}$/.test(recipient) ? whyNotRecipient(recipient) : 'it does not look like age1…'
    // Shortened: it may be the secret key.
    if (fault !== null) faults.push(`BACKUP_RECIPIENTS: “${recipient.slice(0, 8)}…” is not a public key of age: ${fault}`)
  }
  const before = text('MIGRATION_BACKUP') ?? 'on'
  if (before !== 'on' && before !== 'off') faults.push(`MIGRATION_BACKUP: “${before}” is not one of on, off`)
  const { dataDir, isProduction, isEmbedded, demo } = place
  const hasDefault = isEmbedded && (isProduction || !demo)
  const folder = to?.startsWith('s3:') ? to : to && resolve(to)
  return {
    to: folder ?? (hasDefault ? join(dataDir, 'backups') : null),
    isToSet: to !== undefined,
    at,
    kept: kept ?? standardKept,
    recipients,
    // The demo in development is made again in seconds; an external database has backups of its own unless BACKUP_TO says otherwise.
    beforeMigrations: before === 'on' && (to !== undefined || (isEmbedded && isProduction)),
  }
}
