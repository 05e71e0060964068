import type { Backup, Node } from '#contract/console/operations.ts'
import { BACKUP_PROGRAM } from '#database/server-state.ts'
import type { AnySql, Sql } from '#database/sql.ts'
import { type BackupRecord, findBackupFacts } from './backup/record.ts'
import { named } from './file/orphan.ts'

// What the page Operations shows of the database. Every query is bounded in rows and in time.

const MOST_NODES = 100
const MOST_STATEMENTS = 10
const LONGEST_TEXT = 400

/** Reads in a transaction that cannot write, with a short deadline for each statement. */
export const readBriefly = <T>(sql: Sql, statementMs: number, read: (sql: AnySql) => Promise<T>): Promise<T> =>
  sql.begin('read only', async (sql) => {
    await sql.unsafe(`set local statement_timeout = ${statementMs}`)
    return read(sql)
  })

const json = (value: Date | null): string | null => value?.toISOString() ?? null

export async function listNodes(sql: AnySql): Promise<Node[]> {
  const rows = await sql<(Omit<Node, 'startedAt' | 'seenAt'> & { startedAt: Date; seenAt: Date })[]>`
    select id, host, pid, worker, version, parts, started_at as "startedAt", seen_at as "seenAt",
      greatest(0, extract(epoch from clock_timestamp() - seen_at))::int as "silentSeconds", feed_lag_ms as "feedLagMs", is_leader as "isLeader"
    from node order by host, worker, started_at limit ${MOST_NODES}`
  return rows.map((row) => ({ ...row, startedAt: row.startedAt.toISOString(), seenAt: row.seenAt.toISOString() }))
}

// Bytes are marked before a row names them, and the sweep removes such a mark later: those do not count.
type StoredFiles = { files: number; bytes: number; orphans: number; damaged: number }
export async function countStored(sql: AnySql): Promise<StoredFiles> {
  const [row] = await sql<StoredFiles[]>`
    select count(*)::float8 as files, coalesce(sum(size), 0)::float8 as bytes, count(damaged_at)::float8 as damaged,
      (select count(*)::float8 from orphan o where not exists (select 1 from ${named(sql)} n where n.sha256 = o.sha256)) as orphans from blob`
  return row!
}

export type LastBackups = Record<'last' | 'proven' | 'failed' | 'running', Backup | null>

export async function findLastBackups(sql: AnySql, now: Date): Promise<LastBackups> {
  const { lastComplete, lastProven, lastFailed, running } = await findBackupFacts(sql, now)
  return { last: shown(lastComplete), proven: shown(lastProven), failed: shown(lastFailed), running: shown(running) }
}

function shown(record: BackupRecord | null): Backup | null {
  if (record === null) return null
  const { id: _, state: __, startedAt, finishedAt, provenAt, ...rest } = record
  return { ...rest, startedAt: startedAt.toISOString(), finishedAt: json(finishedAt), provenAt: json(provenAt) }
}

type DatabaseFacts = { version: string; bytes: number; connections: number; maxConnections: number }
export async function findDatabaseFacts(sql: AnySql): Promise<DatabaseFacts> {
  const [row] = await sql<DatabaseFacts[]>`
    select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as "maxConnections"`
  return row!
}

export type SlowStatement = { text: string | null; calls: number | null; ms: number; maxMs: number | null }
export type SlowStatements = { source: 'statistics' | 'running'; statements: SlowStatement[] }

/** Of pg_stat_statements where it is installed and loaded, else those that run now. */
export async function listSlowStatements(sql: AnySql): Promise<SlowStatements> {
  const [installed] = await sql<{ schema: string }[]>`
    select n.nspname as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where extname = 'pg_stat_statements' and current_setting('shared_preload_libraries') like '%pg_stat_statements%'`
  return installed ? listRecorded(sql, installed.schema) : listRunning(sql)
}

// Those of this database and user. The server replaces constants by placeholders, but not those of other commands than these, such as
// `alter role`: of them only the first word is shown.
async function listRecorded(sql: AnySql, schema: string): Promise<SlowStatements> {
  const statements = await sql<SlowStatement[]>`
    select case when query ~* '^[\\s(]*(select|with|insert|update|delete|merge|values)\\y' then ${shortened(sql)}
      else substring(query from '^\\s*([A-Za-z]*)') || case when query ~ '^\\s*[A-Za-z]+\\s*$' then '' else ' …' end end as text,
      calls::float8 as calls, mean_exec_time as ms, max_exec_time as "maxMs"
    from ${sql(`${schema}.pg_stat_statements`)}
    where dbid = (select oid from pg_database where datname = current_database())
      and userid = (select oid from pg_roles where rolname = current_user) and toplevel
    order by total_exec_time desc limit ${MOST_STATEMENTS}`
  return { source: 'statistics', statements: [...statements] }
}

const shortened = (sql: AnySql) => sql`left(regexp_replace(query, '\\s+', ' ', 'g'), ${LONGEST_TEXT})`

// Statements of the service have placeholders; those of other programs may contain values.
async function listRunning(sql: AnySql): Promise<SlowStatements> {
  const statements = await sql<SlowStatement[]>`
    select case when application_name in ('projectory', ${BACKUP_PROGRAM}) and usename = current_user then ${shortened(sql)} end as text, null as calls,
      greatest(0, extract(epoch from clock_timestamp() - query_start) * 1000)::float8 as ms, null as "maxMs"
    from pg_stat_activity
    where datname = current_database() and state = 'active' and backend_type = 'client backend' and pid <> pg_backend_pid()
    order by query_start limit ${MOST_STATEMENTS}`
  return { source: 'running', statements: [...statements] }
}
