import { findBackupFacts, hasRecords } from '#store/backup-record.ts'
import { type Check, note, ok, warning } from './check.ts'

const HOUR = 3_600_000
const OLD_HOURS = 26
const UNPROVEN_DAYS = 8

export const backups: Check = {
  name: 'backups',
  async run({ config, sql, now }) {
    if (!(await hasRecords(sql()))) return [note('No backup is recorded yet.')]
    const { to, at } = config.backups
    if (to === null || at === null)
      return [
        config.isProduction
          ? warning(
              'No backups are scheduled here.',
              'Set BACKUP_TO, or use the tools of your PostgreSQL and copy the files (docs/backup.md).',
            )
          : note('No backups are scheduled here.', 'Set BACKUP_TO to make them every night.'),
      ]
    const { lastComplete, lastProven } = await findBackupFacts(sql(), now())
    const hours = lastComplete ? Math.floor((now().getTime() - lastComplete.finishedAt!.getTime()) / HOUR) : null
    const days = lastProven ? Math.floor((now().getTime() - lastProven.provenAt!.getTime()) / (24 * HOUR)) : null
    return [
      hours === null || hours > OLD_HOURS
        ? warning(
            hours === null ? 'No backup was completed yet.' : `The last complete backup is ${hours} hours old.`,
            'Make one: npx projectory backup; the log of the service says why the scheduled one failed.',
          )
        : ok(`The last complete backup is ${hours} hours old.`),
      days === null || days > UNPROVEN_DAYS
        ? warning(
            days === null ? 'No backup was restored for a proof yet.' : `The last proof of a backup is ${days} days old.`,
            'Prove one: npx projectory backup prove FILE',
          )
        : ok(`A backup was restored for a proof ${days} days ago.`),
    ]
  },
}
