import { existsSync } from 'node:fs'
import { readKeyFile } from '#auth/token/secrets.ts'
import { openArchive, whyNotReadable } from '#run/audit/export.ts'
import { listAuditExports } from '#store/audit/export.ts'
import { findBrokenAudit } from '#store/audit/insert.ts'
import { broken, type Check, type Finding, ok } from './check.ts'
import { AUDIT_MS } from './subject.ts'

/** The hash chain of the audit log, and the files with the rows that were removed from it. */
export const check: Check = {
  name: 'audit log',
  deadlineMs: AUDIT_MS,
  async run({ sql, config }) {
    const found: Finding[] = []
    const row = await findBrokenAudit(sql())
    if (row !== undefined)
      found.push(broken(`The audit log was changed at row ${row}.`, 'Keep a copy of the database, and compare the rows with a backup.'))
    const exports = await listAuditExports(sql())
    const archive = await openArchive(config)
    const keys = existsSync(config.keyFile) ? readKeyFile(config.keyFile).auditMac : []
    for (const one of exports) {
      const fault = await whyNotReadable(archive, keys, one)
      if (fault !== null)
        found.push(broken(`Export ${one.number} of the audit log, ${one.name}: ${fault}.`, 'Restore the file and its seal from a backup.'))
    }
    return found.length > 0 ? found : [ok(`The audit log is unchanged; ${exports.length} exported files match their seals.`)]
  },
}
