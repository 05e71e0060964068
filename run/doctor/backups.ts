import { existsSync } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { openFolder } from '#backup/place.ts'
import { findBackupFacts, hasRecords } from '#store/backup/record.ts'
import { broken, type Check, type Finding, note, ok, reasonOf, warning } from './check.ts'
import { s3Remedy } from './s3-remedy.ts'
import type { Subject } from './subject.ts'

const HOUR = 3_600_000
const OLD_HOURS = 26
const UNPROVEN_DAYS = 8

export const backups: Check = {
  name: 'backups',
  async run({ env, config, sql, now }) {
    const { to, at } = config.backups
    const place = to === null ? [] : await placeFaults(to, env)
    if (place.length > 0) return place
    if (!(await hasRecords(sql()))) return [note('No backup is recorded yet.')]
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

const PROBE = '.write-probe'

/** Whether a backup could be written. A folder that does not exist yet is made by the first backup, as the user of the service. */
async function placeFaults(to: string, env: Subject['env']): Promise<Finding[]> {
  if (!to.startsWith('s3:') && !existsSync(to)) return missingFolder(to)
  try {
    const place = await openFolder(to)
    await place.write(PROBE, (async function* () {})())
    await place.remove(PROBE)
    return []
  } catch (error) {
    return [
      broken(
        `Nothing can be written to BACKUP_TO: ${reasonOf(error)}.`,
        to.startsWith('s3:') ? s3Remedy('BACKUP_TO', env) : `Check the disk, and that the user of the service may write to ${to}.`,
      ),
    ]
  }
}

async function missingFolder(to: string): Promise<Finding[]> {
  let parent = dirname(resolve(to))
  while (!existsSync(parent) && dirname(parent) !== parent) parent = dirname(parent)
  const isWritable = await access(parent, constants.W_OK).then(
    () => true,
    () => false,
  )
  return isWritable
    ? []
    : [broken(`The folder of BACKUP_TO does not exist, and cannot be made in ${parent}.`, `Create ${to} for the user of the service.`)]
}
