import { keepingAlive } from '#database/keep-alive.ts'
import { MIGRATION_LOCK } from '#database/migrate.ts'
import { BACKUP_PROGRAM } from '#database/server-state.ts'
import type { AnySql, Sql, TransactionSql } from '#database/sql.ts'
import { type AuditExport, listExportedFiles } from '#store/audit/export.ts'
import { listNamedFiles, type NamedFile } from '#store/file/orphan.ts'
import { leftOut, sessions } from '#store/table/tables.ts'

// Reads a whole database as of one moment, as text that every PostgreSQL from 15 on can load.

export type Table = { name: string; columns: string[]; order: string }
export type Sequence = { name: string; value: string }
export type Applied = { name: string; checksum: string }
export type Snapshot = {
  server: string
  at: Date
  migrations: Applied[]
  tables: Table[]
  sequences: Sequence[]
  files: NamedFile[]
  auditFiles: Pick<AuditExport, 'name' | 'sha256'>[]
  rowsOf(table: Table): AsyncIterable<Buffer>
}

const LOCK_WAIT_MS = 30_000
const LOCK_TIMEOUT = '10s'

/**
 * Settings of a transaction that reads or writes rows as text: the same text on every server. The deadlines of calls do not apply, but a lock
 * is not waited for long.
 */
export async function prepareText(sql: AnySql): Promise<void> {
  await sql`set local statement_timeout = 0`
  await sql.unsafe(`set local application_name = '${BACKUP_PROGRAM}';
    set local lock_timeout = '${LOCK_TIMEOUT}'; set local idle_in_transaction_session_timeout = 0;
    set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex';
    set local extra_float_digits = 1; set local client_encoding = 'UTF8'`)
}

export type SnapshotOptions = { isMove?: boolean; lockWaitMs?: number; beatMs?: number }

/** `sql` must allow a caller to have two connections: one of them holds the lock that keeps migrations away while the tables are read. */
export function readSnapshot<T>(
  sql: Sql,
  { isMove = false, lockWaitMs = LOCK_WAIT_MS, beatMs }: SnapshotOptions,
  work: (s: Snapshot) => Promise<T>,
) {
  const read = () =>
    sql.begin('isolation level repeatable read read only', async (sql) => {
      await prepareText(sql)
      const [row] = await sql<{ server: string; at: Date }[]>`select current_setting('server_version') as server, now() as at`
      const tables = (await listTables(sql)).filter(({ name }) => !leftOut.includes(name) && (isMove || !sessions.includes(name)))
      return work({
        ...row!,
        migrations: await sql<Applied[]>`select name, checksum from migration order by name`,
        tables,
        sequences: await listSequences(sql),
        files: await listNamedFiles(sql),
        auditFiles: await listExportedFiles(sql),
        rowsOf: (table) => rowsOf(sql, table),
      })
    })
  return withoutMigrations(sql, { waitMs: lockWaitMs, beatMs }, read).catch((error) => {
    if ((error as { code?: string }).code === '42P01')
      throw new Error('this database has no tables of Projectory: there is nothing to back up')
    throw error
  })
}

export const rowsOf = (sql: TransactionSql, { name, columns, order }: Table): AsyncIterable<Buffer> =>
  sql.copyOut(`copy (select ${columns.map(quoted).join(', ')} from ${quotedName(name)} order by ${order}) to stdout`)

// Shared with other backups, not with a migration or a restore. Taken before the snapshot, so that the snapshot has the tables of the catalog.
type Waits = { waitMs: number; beatMs: number | undefined }
async function withoutMigrations<T>(sql: Sql, { waitMs, beatMs }: Waits, work: () => Promise<T>): Promise<T> {
  return sql.begin('read only', async (sql) => {
    await sql`set local statement_timeout = 0`
    await sql.unsafe(`set local application_name = '${BACKUP_PROGRAM}';
      set local idle_in_transaction_session_timeout = 0; set local lock_timeout = ${Math.max(1, waitMs)}`)
    try {
      await sql`select pg_advisory_xact_lock_shared(${MIGRATION_LOCK})`
    } catch (error) {
      if ((error as { code?: string }).code !== '55P03') throw error
      throw new Error('the database is being migrated or restored by another process: try again when that has ended')
    }
    return keepingAlive(sql, work, beatMs)
  })
}

/** Ordinary tables, columns in their order without generated ones, ordered by the primary key with a collation that all servers have. */
export async function listTables(sql: AnySql): Promise<Table[]> {
  const rows = await sql<{ name: string; column: string; key: number | null; isText: boolean }[]>`
    select n.nspname || '.' || c.relname as name, a.attname as column,
      array_position(i.indkey::int2[], a.attnum)::int as key, a.attcollation <> 0 as "isText"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where n.nspname in ('public', 'auth') and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
    order by n.nspname, c.relname, a.attnum`
  return [...Map.groupBy(rows, ({ name }) => name)].map(([name, columns]) => {
    const key = columns.filter(({ key }) => key !== null).toSorted((a, b) => a.key! - b.key!)
    const order = key.length > 0 ? key : columns.map((column) => ({ ...column, isText: null }))
    return {
      name,
      columns: columns.map(({ column }) => column),
      order: order
        .map(({ column, isText }) => `${quoted(column)}${isText === null ? '::text' : ''}${isText === false ? '' : ' collate "C"'}`)
        .join(', '),
    }
  })
}

const listSequences = (sql: AnySql): Promise<Sequence[]> =>
  sql<Sequence[]>`
    select schemaname || '.' || sequencename as name, last_value::text as value from pg_sequences
    where schemaname in ('public', 'auth') and last_value is not null order by schemaname, sequencename`.execute()

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const quotedName = (name: string): string => name.split('.').map(quoted).join('.')
