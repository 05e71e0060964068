import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeBackup } from '#backup/make.ts'
import { folderPlace } from '#backup/place.ts'
import { restoreBackup } from '#backup/restore.ts'
import { startEmbedded } from '#database/embedded/postgres.ts'
import { migrate } from '#database/migrate.ts'
import { connect } from '#database/sql.ts'
import { createDiskStore } from '#files/disk.ts'
import { createCalendar } from '#rules/time/day.ts'
import { fill } from './support/fill.ts'

const PROJECTS = 100_000
const TARGET_SECONDS = 60

// Backup and restore of a generated directory, on a database with fsync as in production.
export async function benchBackup(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'projectory-bench-'))
  const postgres = await startEmbedded(join(folder, 'postgres'))
  const { host, port, user, database } = postgres
  const sql = connect({ host, port, user, database }, { mayNest: true, connectTimeout: 60_000 })
  try {
    await migrate(sql)
    await fill(sql, PROJECTS, createCalendar('UTC')(new Date()))
    const files = createDiskStore(join(folder, 'files'))
    const place = folderPlace(join(folder, 'backups'))
    const { name, bytes, manifest, seconds } = await timed(() =>
      makeBackup({ sql, files, place, recipients: [], isWhole: true, now: new Date() }),
    )
    const rows = manifest.databaseParts.reduce((sum, { rows }) => sum + rows, 0)
    const text = manifest.databaseParts.reduce((sum, { bytes }) => sum + bytes, 0)
    console.log(
      `backup of ${PROJECTS} projects: ${seconds.toFixed(1)} s; ${rows} rows, ${megabytes(text)} of text, ${megabytes(bytes)} archive`,
    )
    await sql.end()
    const target = connect({ host, port, user, database }, { max: 1, connectTimeout: 60_000 })
    const options = { sql: target, files, auditFiles: null, place, name, identities: [], mayReplace: true, mayTrust: true }
    const restored = await timed(() => restoreBackup(options))
    console.log(`restore over it: ${restored.seconds.toFixed(1)} s (target <= ${TARGET_SECONDS})`)
    await target.end()
  } finally {
    await sql.end()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function timed<T extends object>(work: () => Promise<T>): Promise<T & { seconds: number }> {
  const startedAt = performance.now()
  return { ...(await work()), seconds: (performance.now() - startedAt) / 1000 }
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
