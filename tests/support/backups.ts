import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MakeOptions, makeBackup } from '#backup/make.ts'
import { folderPlace, type Place } from '#backup/place.ts'
import { type RestoreOptions, restoreBackup } from '#backup/restore.ts'
import { connect, type Database, type Sql } from '#database/sql.ts'
import { seedDemo } from '#demo/seed.ts'
import { createDiskStore, type DiskStore } from '#files/disk.ts'
import { listTables, prepareText, rowsOf } from '#store/backup/snapshot.ts'
import { type TestDatabase, testDatabase } from './database.ts'

export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'backup-test-'))
}

export type Rig = { sql: Sql; database: Database; files: DiskStore; folder: string; place: Place; close(): Promise<void> }

/** A database with demo data, its files and a place for backups. */
export async function demoRig(): Promise<Rig> {
  const base = await testDatabase()
  const folder = makeFolder()
  const files = createDiskStore(join(folder, 'files'))
  await seedDemo(base.sql, { today: new Date().toISOString().slice(0, 10), storeFile: files.keep, hasCovers: false })
  return rigOf(base, folder, files)
}

/** An empty database, without any table. */
export async function emptyRig(): Promise<Rig> {
  const base = await testDatabase('template0')
  const folder = makeFolder()
  return rigOf(base, folder, createDiskStore(join(folder, 'files')))
}

async function rigOf({ database, sql: first, close }: TestDatabase, folder: string, files: DiskStore): Promise<Rig> {
  await first.end()
  const sql = connect(database, { mayNest: true, connectTimeout: 60_000 })
  return {
    sql,
    database,
    files,
    folder,
    place: folderPlace(join(folder, 'backups')),
    async close() {
      await sql.end({ timeout: 5 })
      await close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const backUp = (rig: Rig, more: Partial<MakeOptions> = {}) =>
  makeBackup({ sql: rig.sql, files: rig.files, recipients: [], place: rig.place, isWhole: true, now: new Date(), ...more })

/** With a connection pool of its own: a restore refuses a database that others use. */
export async function restore(rig: Rig, from: Pick<RestoreOptions, 'place' | 'name'>, more: Partial<RestoreOptions> = {}) {
  const sql = connect(rig.database, { max: 1, connectTimeout: 60_000 })
  try {
    return await restoreBackup({
      sql,
      files: rig.files,
      auditFiles: null,
      identities: [],
      mayReplace: false,
      mayTrust: true,
      ...from,
      ...more,
    })
  } finally {
    await sql.end()
  }
}

/** A role of its own for proofs: other tests prove backups on the same server. */
export async function createProver({ sql, database }: Pick<Rig, 'sql' | 'database'>) {
  const role = `prover_${randomBytes(6).toString('hex')}`
  await sql.unsafe(`create role ${role} login createdb`)
  const listScratch = async () =>
    (await sql<{ name: string }[]>`select datname as name from pg_database where pg_get_userbyid(datdba) = ${role}`).map(({ name }) => name)
  return {
    database: { ...(database as object), user: role } as Database,
    listScratch,
    async drop() {
      for (const name of await listScratch()) await sql.unsafe(`drop database ${name} with (force)`)
      await sql.unsafe(`drop role ${role}`)
    },
  }
}

/** SHA-256 of the rows of each table. */
export const checksumsOf = (sql: Sql, leaveOut: readonly string[] = []): Promise<Record<string, string>> =>
  sql.begin('isolation level repeatable read read only', async (sql) => {
    await prepareText(sql)
    const sums: Record<string, string> = {}
    for (const table of await listTables(sql)) {
      if (leaveOut.includes(table.name)) continue
      const hash = createHash('sha256')
      for await (const part of rowsOf(sql, table)) hash.update(part)
      sums[table.name] = hash.digest('hex')
    }
    return sums
  })

/** Nobody is connected any more: the server notices the end of a killed process a moment later. */
export async function untilUnused(database: Database): Promise<void> {
  const sql = connect(database, { max: 1, connectTimeout: 60_000 })
  for (;;) {
    const others =
      await sql`select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`
    if (others.length === 0) break
  }
  await sql.end()
}

/** What is recorded about backups, the newest first. */
export const listBackups = (sql: Sql) =>
  sql<
    { id: number; state: 'running' | 'complete' | 'failed'; problem: string | null }[]
  >`select id, state, problem from backup order by started_at desc`
