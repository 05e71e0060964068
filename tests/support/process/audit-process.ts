import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Database } from '#database/sql.ts'
import { type Archive, createDiskArchive } from '#files/archive.ts'
import { cutAudit, exportAudit } from '#run/audit/export.ts'

export type AuditWork = { database: Database; folder: string; key: string; before: string; mostRows: number; killAt: number | null }

/** A process that exports the audit log and removes the exported rows. With `killAt` it is killed at that step: a statement, or before or after a write. */
export async function runAuditExport(work: AuditWork): Promise<'killed' | 'ended'> {
  const child = fork(import.meta.filename, [JSON.stringify(work)], {
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, AUDIT_EXPORT: 'yes' },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`ended with ${code ?? signal}`)
  return signal === null ? 'ended' : 'killed'
}

if (process.env.AUDIT_EXPORT === 'yes' && process.argv[1] === import.meta.filename) {
  process.once('disconnect', () => process.exit())
  const { database, folder, key, before, mostRows, killAt } = JSON.parse(process.argv[2]!) as AuditWork
  let steps = 0
  const step = () => {
    steps++
    if (steps === killAt) process.kill(process.pid, 'SIGKILL')
  }
  const sql = connect(database, { max: 1, connectTimeout: 60_000, onStatement: step })
  const disk = createDiskArchive(folder)
  const archive: Archive = {
    ...disk,
    async write(name, bytes) {
      step()
      await disk.write(name, bytes)
      step()
    },
  }
  const exporter = { sql, archive, keys: [Buffer.from(key, 'hex')], mostRows }
  await exportAudit(exporter, new Date(before))
  await cutAudit(exporter, new Date(before))
  process.exit()
}
