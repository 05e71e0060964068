import type { Logger } from 'pino'
import type { Auth } from '#auth/app.ts'
import { maintainKeys } from '#auth/token/keys.ts'
import type { Sql } from '#database/sql.ts'
import type { FileStore } from '#files/file-store.ts'
import type { Config } from '#run/config/config.ts'
import { removeOldRows } from '#store/table/tables.ts'
import type { Job } from './duties.ts'
import { createSweep, expireJoining, scrubFiles } from './sweep.ts'

type Options = { config: Config; sql: Sql; log: Logger; now: () => Date; files: FileStore; hasApi: boolean; auth?: Pick<Auth, 'secrets'> }

/** The hourly jobs of the parts of this process. */
export function createJobs({ config, sql, log, now, files, hasApi, auth }: Options) {
  const sweep = createSweep({ sql, files, now, log })
  const jobs: Job[] = [() => removeOldRows(sql, now()), () => expireJoining({ sql, now, log })]
  if (hasApi) jobs.push(sweep.run, () => scrubFiles({ sql, files, now, log }))
  if (auth) jobs.push(() => maintainKeys(sql, auth.secrets.keySealing, now()))
  if (auth && config.auditKeepDays > 0) jobs.push(() => retainAuditLog(config, sql, auth.secrets.auditMac, { now, log }))
  return { jobs, lastSwept: sweep.last }
}

async function retainAuditLog(config: Config, sql: Sql, keys: Buffer[], { now, log }: { now: () => Date; log: Logger }) {
  const { openArchive, retainAudit } = await import('#run/audit/export.ts') // few directories need it
  await retainAudit({ sql, archive: await openArchive(config), keys }, config.auditKeepDays, { now, log })
}
