import { keepingAlive } from '#database/keep-alive.ts'
import { BACKUP_PROGRAM } from '#database/server-state.ts'
import type { AnySql, Sql, TransactionSql } from '#database/sql.ts'

// What the database knows of its backups, and the lock that lets one process at a time make one.

const BACKUP_LOCK = 7_305_823 // advisory lock id, arbitrary
const RECORDS = 1000 // about three years

export type BackupKind = 'scheduled' | 'manual' | 'migration'
export type BackupRecord = {
  id: number
  kind: BackupKind
  startedAt: Date
  finishedAt: Date | null
  location: string | null
  bytes: number | null
  state: 'running' | 'complete' | 'failed'
  problem: string | null
  provenAt: Date | null
  proofProblem: string | null
  host: string
}
export type BackupFacts = {
  lastComplete: BackupRecord | null
  lastProven: BackupRecord | null
  lastFailed: BackupRecord | null
  running: BackupRecord | null
}

const selected = `id, kind, started_at as "startedAt", finished_at as "finishedAt", location, bytes::float8 as bytes, state, problem,
  proven_at as "provenAt", proof_problem as "proofProblem", host`

/** For metrics and the console. Records of the future do not count: they were made while the clock was wrong. */
export async function findBackupFacts(sql: AnySql, now: Date): Promise<BackupFacts> {
  const find = async (where: string, newest: 'started_at' | 'finished_at' | 'proven_at'): Promise<BackupRecord | null> => {
    const rows = await sql<BackupRecord[]>`
      select ${sql.unsafe(selected)} from backup where (${sql.unsafe(where)}) and ${sql(newest)} <= ${now} order by ${sql(newest)} desc limit 1`
    return rows[0] ?? null
  }
  return {
    lastComplete: await find("state = 'complete'", 'finished_at'),
    lastProven: await find('proven_at is not null', 'proven_at'),
    lastFailed: await find("state = 'failed' or proof_problem is not null", 'finished_at'),
    running: await find("state = 'running'", 'started_at'),
  }
}

/** By the address of the backup. */
export async function listProofs(sql: AnySql): Promise<Map<string, 'proven' | 'failed'>> {
  const rows = await sql<{ location: string; isProven: boolean }[]>`
    select location, proven_at is not null as "isProven" from backup
    where state = 'complete' and (proven_at is not null or proof_problem is not null) order by finished_at`
  return new Map(rows.map(({ location, isProven }) => [location, isProven ? 'proven' : 'failed']))
}

/** The start of the last scheduled backup, and of the last one that is complete. One of the future, made while the clock was wrong, is none. */
export async function findScheduled(sql: AnySql, now: Date): Promise<{ tried: Date | null; complete: Date | null }> {
  const [row] = await sql<{ tried: Date | null; complete: Date | null }[]>`
    select max(started_at) as tried, max(started_at) filter (where state = 'complete') as complete from backup
    where kind = 'scheduled' and started_at <= ${now}`
  return row!
}

/** False in a database that was not migrated far enough to record backups. */
export async function hasRecords(sql: AnySql): Promise<boolean> {
  const [row] = await sql`select to_regclass('public.backup') is not null as exists`
  return row!.exists
}

type Begun = { kind: BackupKind; at: Date; host: string }
/** To be called with the lock: whatever else is marked as running was killed. */
export async function recordStart(sql: AnySql, { kind, at, host }: Begun): Promise<number> {
  await sql`update backup set state = 'failed', finished_at = ${at}, problem = 'the process ended before the backup was complete'
    where state = 'running'`
  await sql`delete from backup where id in (select id from backup order by started_at desc offset ${RECORDS})`
  const [row] = await sql`insert into backup (kind, started_at, host) values (${kind}, ${at}, ${host}) returning id`
  return row!.id
}

export async function recordEnd(sql: AnySql, id: number, end: { at: Date; location: string; bytes: number }): Promise<void> {
  await sql`update backup set state = 'complete', finished_at = ${end.at}, location = ${end.location}, bytes = ${end.bytes} where id = ${id}`
}

export async function recordFailure(sql: AnySql, id: number, at: Date, problem: string): Promise<void> {
  await sql`update backup set state = 'failed', finished_at = ${at}, problem = ${problem} where id = ${id}`
}

/** The record of a complete backup: by its address, or also by its name, since it may have been copied. */
export async function findBackupAt(sql: AnySql, location: string, name: string | null): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`
    select id from backup where state = 'complete'
      and (location = ${location} or ${name === null ? sql`false` : sql`right(location, ${name.length + 1}) = ${`/${name}`}`})
    order by location = ${location} desc, finished_at desc limit 1`
  return row?.id ?? null
}

export async function recordProof(sql: AnySql, id: number, at: Date, problem: string | null): Promise<void> {
  await sql`update backup set proven_at = ${problem === null ? at : null}, proof_problem = ${problem} where id = ${id}`
}

export class BackupRunning extends Error {
  constructor() {
    super('another process makes a backup of this database now: try again when it has ended')
  }
}

/** For a transaction that must not run beside a backup: false while one is being made; one that begins later waits for its end. */
export async function delayBackups(sql: TransactionSql): Promise<boolean> {
  const [row] = await sql`select pg_try_advisory_xact_lock_shared(${BACKUP_LOCK}) as locked`
  return row!.locked
}

/**
 * Runs work while no other process makes a backup of this database. `sql` must allow a caller to have two connections. The signal is aborted
 * when the connection with the lock is lost: the work must not complete a backup then.
 */
export async function withBackupLock<T>(sql: Sql, waitMs: number, work: (signal: AbortSignal) => Promise<T>, beatMs?: number): Promise<T> {
  const lost = new AbortController()
  let working: Promise<unknown> = Promise.resolve()
  const begin = () => {
    const begun = work(lost.signal)
    working = begun
    return begun
  }
  try {
    return await sql.begin('read only', async (sql) => {
      await sql`set local statement_timeout = 0`
      await sql.unsafe(`set local application_name = '${BACKUP_PROGRAM}';
        set local idle_in_transaction_session_timeout = 0; set local lock_timeout = ${Math.max(1, Math.round(waitMs))}`)
      try {
        await sql`select pg_advisory_xact_lock(${BACKUP_LOCK})`
      } catch (error) {
        throw (error as { code?: string }).code === '55P03' ? new BackupRunning() : error
      }
      return keepingAlive(sql, begin, beatMs)
    })
  } catch (error) {
    lost.abort(error)
    await working.catch(() => {}) // it goes on for a moment when the connection is lost
    throw error
  }
}
