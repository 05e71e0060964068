import type { AnySql } from '#database/sql.ts'

// The rows of the audit log that go into sealed files, and the list of these files.

export type AuditExport = { number: number; name: string; sha256: string; firstSeq: number; lastSeq: number }
export type AuditRow = { seq: number; line: string; at: string; previous: string; hash: string; isIntact: boolean }

const LOCK = 7_305_824 // advisory lock id, arbitrary

/** One process exports at a time; false: another one does. Released with the transaction. */
export async function lockAuditExport(sql: AnySql): Promise<boolean> {
  const [row] = await sql<{ isLocked: boolean }[]>`select pg_try_advisory_xact_lock(${LOCK}) as "isLocked"`
  return row!.isLocked
}

export async function listAuditExports(sql: AnySql): Promise<AuditExport[]> {
  return sql<AuditExport[]>`
    select number, name, sha256, first_seq::float8 as "firstSeq", last_seq::float8 as "lastSeq" from audit_export order by number`
}

/** For a backup; a database that was not migrated far enough has none. */
export async function listExportedFiles(sql: AnySql): Promise<Pick<AuditExport, 'name' | 'sha256'>[]> {
  const [row] = await sql`select to_regclass('public.audit_export') is not null as exists`
  return row!.exists ? sql<Pick<AuditExport, 'name' | 'sha256'>[]>`select name, sha256 from audit_export order by number` : []
}

export async function findLastExport(sql: AnySql): Promise<AuditExport | undefined> {
  const [row] = await sql<AuditExport[]>`
    select number, name, sha256, first_seq::float8 as "firstSeq", last_seq::float8 as "lastSeq" from audit_export
    order by number desc limit 1`
  return row
}

/** The next rows that are in no file yet: at most `most`, none from the first row on that is not older than `before`. */
export async function listRowsToExport(sql: AnySql, { before, most }: { before: Date; most: number }): Promise<AuditRow[]> {
  return sql<AuditRow[]>`
    select event.seq::float8 as seq, moment as at, encode(event.previous, 'hex') as previous, encode(event.hash, 'hex') as hash,
      event.hash = sha256(event.previous || convert_to(audit_text(event), 'UTF8')) as "isIntact",
      json_build_object('seq', event.seq, 'at', moment, 'actorId', event.actor_id, 'sid', event.sid, 'clientId', event.client_id,
        'action', event.action, 'target', event.target, 'outcome', event.outcome, 'code', event.code, 'network', event.network,
        'agent', event.agent, 'requestId', event.request_id, 'detail', event.detail,
        'previous', encode(event.previous, 'hex'), 'hash', encode(event.hash, 'hex'))::text as line
    from audit_event event, lateral to_char(event.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment
    where event.seq > coalesce((select max(last_seq) from audit_export), 0)
      and event.seq < coalesce((select min(seq) from audit_event where at >= ${before}), 9223372036854775807)
    order by event.seq limit ${most}`
}

/** The database refuses a file that does not continue the one before. */
export async function insertAuditExport(sql: AnySql, { number, name, sha256, firstSeq, lastSeq }: AuditExport): Promise<void> {
  await sql`
    insert into audit_export (number, name, sha256, first_seq, last_seq) values (${number}, ${name}, ${sha256}, ${firstSeq}, ${lastSeq})`
}

/** Files that have rows older than `before` which are still in the log. */
export async function listExportsToCut(sql: AnySql, before: Date): Promise<AuditExport[]> {
  return sql<AuditExport[]>`
    select number, name, sha256, first_seq::float8 as "firstSeq", last_seq::float8 as "lastSeq" from audit_export
    where last_seq >= (select min(seq) from audit_event)
      and first_seq < coalesce((select min(seq) from audit_event where at >= ${before}), 9223372036854775807)
    order by number`
}

/** Removes the next rows up to this one that are older than `before`; the database removes no row that is in no file. Returns how many. */
export async function cutExportedAudit(sql: AnySql, { upTo, before, most }: { upTo: number; before: Date; most: number }): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select cut_exported_audit(${upTo}, ${before}, ${most})::float8 as count`
  return row!.count
}
