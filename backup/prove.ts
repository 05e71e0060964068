import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { removeAbandoned, startEmbedded } from '#database/embedded/postgres.ts'
import { createScratch, dropOldScratch, dropScratch, mayCreateDatabases, scratchOf } from '#database/scratch.ts'
import { connect, type Database, type Sql } from '#database/sql.ts'
import { PRIVATE_FOLDER } from '#files/private.ts'
import type { Identities } from './coding.ts'
import type { Place } from './place.ts'
import { type Restored, restoreBackup } from './restore.ts'
import type { Progress } from './write-archive.ts'

export type ProveOptions = {
  database: Database | null
  /** A PostgreSQL of its own has its data in `tmp` there: the temporary folder of the system may be small, or in memory. */
  dataDir: string
  place: Place
  name: string
  identities: Identities
  /** Derived from the master keys here: what one of them has signed must not have been changed since. */
  keys?: readonly Buffer[]
  onProgress?: Progress
  signal?: AbortSignal // ends the restore; the scratch database is removed
}
const CONNECT_MS = 30_000
const PREFIX = 'proof-'

/**
 * Restores a backup into a scratch database, on the same server if its role may create one, else in a PostgreSQL of its own, and compares the
 * checksum of every table and file with those of the manifest. The scratch database is removed afterwards.
 */
export async function proveBackup({ database, ...options }: ProveOptions): Promise<Restored & { isOnServer: boolean }> {
  const isOnServer = database !== null && (await withSql(database, mayCreateDatabases))
  return isOnServer ? { ...(await proveOnServer(database, options)), isOnServer } : { ...(await proveApart(options)), isOnServer }
}

type Given = Omit<ProveOptions, 'database'>
const proveIn = (scratch: Database, given: Given): Promise<Restored> =>
  withSql(
    scratch,
    (sql) => restoreBackup({ ...given, sql, files: null, auditFiles: null, mayReplace: false, mayTrust: true }),
    given.signal,
  )

async function proveOnServer(database: Database, given: Given): Promise<Restored> {
  const name = `projectory_proof_${randomBytes(6).toString('hex')}`
  return withSql(database, async (creator) => {
    await dropOldScratch(creator) // of processes that were killed
    await createScratch(creator, name)
    try {
      return await proveIn(scratchOf(database, name), given)
    } finally {
      await withSql(database, (sql) => dropScratch(sql, name)) // that of the creator was idle all the time, and may be lost
    }
  })
}

async function proveApart(given: Given): Promise<Restored> {
  const parent = join(given.dataDir, 'tmp')
  await mkdir(parent, { recursive: true, mode: PRIVATE_FOLDER })
  for (const name of await readdir(parent)) if (name.startsWith(PREFIX)) await removeAbandoned(join(parent, name))
  const folder = await mkdtemp(join(parent, PREFIX))
  try {
    const postgres = await startEmbedded(folder, { settings: { fsync: 'off' } })
    try {
      const { host, port, user, database } = postgres
      return await proveIn({ host, port, user, database }, given)
    } finally {
      await postgres.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function withSql<T>(database: Database, work: (sql: Sql) => Promise<T>, signal?: AbortSignal): Promise<T> {
  signal?.throwIfAborted()
  const sql = connect(database, { max: 1, connectTimeout: CONNECT_MS, statementTimeout: 120_000 })
  const end = () => void sql.end({ timeout: 0 })
  signal?.addEventListener('abort', end)
  try {
    return await work(sql)
  } finally {
    signal?.removeEventListener('abort', end)
    await sql.end()
  }
}
