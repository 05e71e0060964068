import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnySql, Sql, TransactionSql } from './sql.ts'

/** Advisory lock, arbitrary id: exclusive for migrations and restores, shared while a backup reads the tables. */
export const MIGRATION_LOCK = 7_305_811
const WAIT_MS = 15 * 60_000
const SILENT_WAIT_MS = 2000
const PAUSE_MS = 100
const LOCK_MS = 2000 // shorter than the calls that wait behind a migration
const LOCK_PAUSE_MS = 1000
const ATTEMPTS = 10

export type Migration = { name: string; text: string; checksum: string }

const ownFolder = new URL('../migrations/', import.meta.url)
const namesIn = async (folder: URL): Promise<string[]> => (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()

/** The newest migration that this version knows. */
export const lastMigration = async (): Promise<string> => (await namesIn(ownFolder)).at(-1)!

export async function readMigrations(folder = ownFolder): Promise<Migration[]> {
  const names = await namesIn(folder)
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

export type MigrationState = { pending: string[]; fault: string | null }
export type MigrateOptions = {
  waitMs?: number
  attempts?: number
  onWait?: (what: string) => void
  onApplied?: (name: string, ms: number) => void
}

/** Compares the migrations of this version with those of the database, without applying any. */
export async function findMigrationState(sql: AnySql): Promise<MigrationState> {
  const available = await readMigrations()
  const done = await readDone(sql)
  try {
    return { pending: pendingOf(available, done), fault: null }
  } catch (error) {
    return { pending: [], fault: (error as Error).message }
  }
}

/** Names of migrations that this database lacks, and how many it has. */
export async function listPending(sql: AnySql, available: Migration[]): Promise<{ pending: string[]; applied: number }> {
  const done = await readDone(sql)
  return { pending: pendingOf(available, done), applied: done.size }
}

function pendingOf(available: Migration[], done: Map<string, string>): string[] {
  assertCompatible(available, done)
  return available.map(({ name }) => name).filter((name) => !done.has(name))
}

async function readDone(sql: AnySql): Promise<Map<string, string>> {
  const [row] = await sql`select to_regclass('public.migration') is not null as exists`
  if (!row!.exists) return new Map()
  return new Map((await sql`select name, checksum from migration`).map((row) => [row.name as string, row.checksum as string]))
}

// Forward only, one transaction per migration. The advisory lock makes concurrent processes wait for the one that migrates, and for a backup
// that reads the tables: a migration that waited for a table instead would block everybody else. Without pending migrations nothing is locked.
export async function migrate(sql: Sql, migrations?: Migration[], options: MigrateOptions = {}): Promise<string[]> {
  const { waitMs = WAIT_MS, attempts = ATTEMPTS, onWait, onApplied } = options
  const available = migrations ?? (await readMigrations())
  if ((await listPending(sql, available)).pending.length === 0) return []
  const session = await sql.reserve()
  try {
    await session`set statement_timeout = 0`
    await session.unsafe(`set lock_timeout = ${LOCK_MS}`)
    await takeLock(session, waitMs, onWait)
    await session.unsafe(MIGRATION_TABLE)
    const done = await readDone(session)
    assertCompatible(available, done)
    const applied: string[] = []
    for (const migration of available.filter(({ name }) => !done.has(name))) {
      const startedAt = performance.now()
      await apply(session, migration, attempts, onWait)
      onApplied?.(migration.name, performance.now() - startedAt)
      applied.push(migration.name)
    }
    return applied
  } finally {
    await session`select pg_advisory_unlock_all()`.catch(() => {})
    await session`reset all`.catch(() => {})
    session.release()
  }
}

const MIGRATION_TABLE =
  'create table if not exists migration (name text primary key, checksum text not null, at timestamptz not null default now())'

// A session that has a table open, such as psql or pg_dump, makes a migration wait, and all calls that need the table wait behind it. So the
// migration gives up after two seconds, lets them pass and tries again.
async function apply(session: AnySql, migration: Migration, attempts: number, onWait: MigrateOptions['onWait']): Promise<void> {
  const { name, text, checksum } = migration
  for (let attempt = 1; ; attempt++) {
    await session`begin`
    try {
      await session.unsafe(text)
      await session`insert into migration (name, checksum) values (${name}, ${checksum})`
      await session`commit`
      return
    } catch (error) {
      await session`rollback`
      const mustWait = MUST_WAIT.includes((error as { code?: string }).code ?? '')
      const why = mustWait ? `${(error as Error).message}; ${await findOldestTransaction(session)}` : (error as Error).message
      if (!mustWait || attempt === attempts) throw new Error(`migration ${name} failed and was rolled back: ${why}`, { cause: error })
      if (attempt === 1) onWait?.(`migration ${name} waits for other sessions of the database: ${why}`)
      await sleep(attempt * LOCK_PAUSE_MS)
    }
  }
}

const MUST_WAIT = ['55P03', '40P01'] // the lock was not available, or waiting for it was a deadlock

/** Of those that have locked a table: the one that has most likely made a migration wait. */
async function findOldestTransaction(session: AnySql): Promise<string> {
  const [row] = await session`
    select l.pid, a.application_name as name, a.xact_start as since, l.relation::regclass::text as table
    from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'relation' and l.granted and l.pid <> pg_backend_pid() and l.relation >= 16384
      and l.database = (select oid from pg_database where datname = current_database())
    order by a.xact_start limit 1`
  if (!row) return 'no other session has locked a table any more'
  const since = row.since === null ? '' : `, since ${row.since.toISOString()}`
  return `the longest transaction is that of process ${row.pid} (${row.name || 'no name'}${since}), which uses the table ${row.table}`
}

async function takeLock(session: AnySql, waitMs: number, onWait: MigrateOptions['onWait']): Promise<void> {
  const startedAt = performance.now()
  for (let hasTold = false; ; await sleep(PAUSE_MS)) {
    const [row] = await session`select pg_try_advisory_lock(${MIGRATION_LOCK}) as locked`
    if (row!.locked) return
    const ms = performance.now() - startedAt
    if (ms > waitMs)
      throw new Error('the database is still being backed up, restored or migrated by another process: start again when that has ended')
    if (hasTold || ms < SILENT_WAIT_MS) continue
    onWait?.('waiting for a backup, a restore or a migration of another process before the database is migrated')
    hasTold = true
  }
}

/** For a restore: the tables as these migrations make them, in an empty database and in the transaction of the caller. */
export async function migrateFromNothing(sql: TransactionSql, names: string[]): Promise<void> {
  const available = new Map((await readMigrations()).map((migration) => [migration.name, migration]))
  await sql.unsafe(MIGRATION_TABLE)
  for (const name of names) {
    await sql.unsafe(available.get(name)!.text)
    await sql`set constraints all immediate` // a table with pending triggers cannot be altered by the next one
  }
}

/** Whether this version can read a database with these migrations; throws a sentence otherwise. */
export async function refuseIncompatible(done: { name: string; checksum: string }[]): Promise<void> {
  assertCompatible(await readMigrations(), new Map(done.map(({ name, checksum }) => [name, checksum])))
}

function assertCompatible(available: Migration[], done: Map<string, string>): void {
  const checksums = new Map(available.map(({ name, checksum }) => [name, checksum]))
  for (const [name, checksum] of done) {
    const ours = checksums.get(name)
    if (ours === undefined) throw new Error(`the database was migrated by a newer version of Projectory (${name}): start that version`)
    if (ours !== checksum) throw new Error(`migration ${name} differs from the one this database was made with: restore the original file`)
  }
}
