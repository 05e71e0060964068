import { restoreBackup } from '#backup/restore.ts'
import { bytesText, showProgress } from '#cli/progress.ts'
import { type Command, UsageError } from '#cli/usage.ts'
import { openArchive as openAuditFiles } from '#run/audit/export.ts'
import { backupKeysOf, findSealedKeys, whyKeyDoesNotFit } from '#run/backup/key.ts'
import { readConfig, readEnvironment } from '#run/config/config.ts'
import { openPlainFiles } from '#run/files/files.ts'
import { quietLog } from '#run/log/log.ts'
import { openStore } from '#run/store.ts'
import { openArchive, reportMissing } from './backup.ts'

const usage = 'npx projectory restore <file>|s3://… [--replace] [--trust] [--identity <file>]'

export default {
  usage,
  options: { replace: { type: 'boolean' }, trust: { type: 'boolean' }, identity: { type: 'string' } },
  async run([file, ...more], values) {
    const { replace = false, trust = false, identity } = values as { replace?: boolean; trust?: boolean; identity?: string }
    if (file === undefined || more.length > 0) throw new UsageError(`usage: ${usage}`)
    const archive = await openArchive(file, identity)
    const config = readConfig(readEnvironment(), false)
    const log = quietLog()
    const store = await openStore(config, log)
    const progress = showProgress()
    try {
      const files = await openPlainFiles(config, log)
      const { manifest, stoppedEmails, migrated } = await restoreBackup({
        ...archive,
        sql: store.sql,
        files,
        auditFiles: await openAuditFiles(config),
        mayReplace: replace,
        keys: backupKeysOf(config),
        mayTrust: trust,
        onProgress: progress.show,
      })
      progress.end()
      const rows = manifest.databaseParts.reduce((sum, { rows }) => sum + rows, 0)
      const bytes = manifest.files.reduce((sum, { size }) => sum + size, 0)
      console.log(`Restored ${rows} rows and ${manifest.files.length} files (${bytesText(bytes)}) as of ${manifest.createdAt}.`)
      console.log(`All ${manifest.databaseParts.length} tables are equal to their checksums in the backup.`)
      if (migrated.length > 0) console.log(`Applied migrations: ${migrated.join(', ')}.`)
      if (!manifest.isMove) console.log('Everybody has to sign in again.')
      if (stoppedEmails > 0)
        console.log(
          `${stoppedEmails} emails waited when the backup was made and may have been sent since: npx projectory mail list --state unknown`,
        )
      reportMissing(manifest)
      const problem = whyKeyDoesNotFit(config, await findSealedKeys(store.sql))
      if (problem) console.error(problem)
      console.log('Next, before the service starts: npx projectory doctor --audit checks the restored data and files.')
      return 0
    } finally {
      progress.end()
      await store.close()
    }
  },
} satisfies Command
