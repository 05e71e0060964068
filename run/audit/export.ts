import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Logger } from 'pino'
import { createKeyFile, readKeyFile } from '#auth/token/secrets.ts'
import type { Sql, TransactionSql } from '#database/sql.ts'
import { type Archive, createDiskArchive } from '#files/archive.ts'
import { readS3Address } from '#files/s3-address.ts'
import { ROWS_ENDING, sealName } from '#rules/console/audit-file.ts'
import type { Config } from '#run/config/config.ts'
import {
  type AuditExport,
  type AuditRow,
  cutExportedAudit,
  findLastExport,
  insertAuditExport,
  listExportsToCut,
  listRowsToExport,
  lockAuditExport,
} from '#store/audit/export.ts'
import { makeSeal, openSealed, sha256Of } from './seal.ts'

// Exports the audit log into sealed files, and removes exported rows that are old enough. The order makes it safe to kill the process anywhere:
// the file is durable, then the list in the database names it, then rows are removed, and the database removes no row that the list does not have.
// A file that no list names is left over from a killed process: its rows are still in the log, and are in another file later.

const DAY = 86_400_000
const ROWS = 20_000 // in a file; the transaction that makes it must end within 15 s
const CUT_ROWS = 5000

export type Exporter = { sql: Sql; archive: Archive; keys: Buffer[]; mostRows?: number }

export async function openArchive({ filesUrl, dataDir }: Pick<Config, 'filesUrl' | 'dataDir'>): Promise<Archive> {
  const address = filesUrl === null ? null : readS3Address(filesUrl)
  if (typeof address === 'string') throw new Error(`FILES_URL: ${address}`)
  if (address === null) return createDiskArchive(join(dataDir, 'audit'))
  return (await import('#files/s3-archive.ts')).createS3Archive(address, 'audit') // lazily: the S3 client is large
}

export function auditKeysOf({ isProduction, keyFile }: Pick<Config, 'isProduction' | 'keyFile'>): Buffer[] {
  if (!isProduction) createKeyFile(keyFile)
  return readKeyFile(keyFile).auditMac
}

/** The beginning of the UTC day that was this many days ago: one file a day at most. */
export const dayBefore = (now: Date, days: number): Date => new Date(Math.floor(now.getTime() / DAY - days) * DAY)

/** Hourly, if AUDIT_KEEP_DAYS is set. */
export async function retainAudit(exporter: Exporter, keepDays: number, { now, log }: { now: () => Date; log: Logger }): Promise<void> {
  const before = dayBefore(now(), keepDays)
  const made = await exportAudit(exporter, before)
  const removed = await cutAudit(exporter, before)
  if (removed > 0) log.info({ files: (made ?? []).map(({ name }) => name), removed }, 'old rows of the audit log exported and removed')
}

/** Exports all rows before this time. Null: another process is exporting. */
export async function exportAudit(exporter: Exporter, before: Date): Promise<AuditExport[] | null> {
  const made: AuditExport[] = []
  for (;;) {
    const next = await exporter.sql.begin((sql) => exportNext(sql, exporter, before))
    if (next === null) return null
    if (next === undefined) return made
    made.push(next)
  }
}

async function exportNext(sql: TransactionSql, { archive, keys, mostRows = ROWS }: Exporter, before: Date) {
  if (!(await lockAuditExport(sql))) return null
  const last = await findLastExport(sql)
  const rows = await listRowsToExport(sql, { before, most: mostRows })
  if (rows.length === 0) return undefined
  assertChain(rows)
  const [first, end] = [rows[0]!, rows.at(-1)!]
  const bytes = await promisify(gzip)(`${rows.map(({ line }) => line).join('\n')}\n`)
  const sha256 = sha256Of(bytes)
  const number = (last?.number ?? 0) + 1
  // The hash in the name: a process that was paused cannot replace the file that another one has made meanwhile.
  const name = `audit-${String(number).padStart(6, '0')}-${first.at.slice(0, 10)}-${end.at.slice(0, 10)}-${sha256.slice(0, 16)}${ROWS_ENDING}`
  const seal = makeSeal(keys[0]!, {
    number,
    file: name,
    sha256,
    previous: last?.sha256 ?? null,
    first: first.seq,
    last: end.seq,
    rows: rows.length,
    from: first.at,
    to: end.at,
    rowBefore: first.previous,
    lastRow: end.hash,
  })
  await archive.write(name, bytes)
  await archive.write(sealName(name), Buffer.from(seal))
  const made = { number, name, sha256, firstSeq: first.seq, lastSeq: end.seq }
  await insertAuditExport(sql, made)
  return made
}

// Evidence of a manipulation stays where it is.
function assertChain(rows: AuditRow[]): void {
  for (const [index, row] of rows.entries())
    if (!row.isIntact || (index > 0 && (row.previous !== rows[index - 1]!.hash || row.seq !== rows[index - 1]!.seq + 1)))
      throw new Error(`the audit log was changed at row ${row.seq}; it is neither exported nor removed`)
}

/** Removes exported rows before this time, after their files were read again. Returns how many. */
export async function cutAudit({ sql, archive, keys }: Exporter, before: Date): Promise<number> {
  const files = await listExportsToCut(sql, before)
  for (const file of files) await assertReadable(archive, keys, file)
  const upTo = files.at(-1)?.lastSeq ?? 0
  let removed = 0
  for (let count = upTo; count > 0; removed += count) count = await cutExportedAudit(sql, { upTo, before, most: CUT_ROWS })
  return removed
}

async function assertReadable(archive: Archive, keys: Buffer[], { name, sha256 }: AuditExport): Promise<void> {
  const fault = await whyNotReadable(archive, keys, { name, sha256 })
  if (fault !== null) throw new Error(`no rows of the audit log are removed: ${name}: ${fault}`)
}

/** Compares a file with its seal and with the list in the database. */
export async function whyNotReadable(archive: Archive, keys: Buffer[], { name, sha256 }: Pick<AuditExport, 'name' | 'sha256'>) {
  const [bytes, seal] = await Promise.all([archive.read(name), archive.read(sealName(name))])
  if (bytes === undefined) return 'the file is missing'
  if (sha256Of(bytes) !== sha256) return 'the file was changed: its SHA-256 is not that of the list in the database'
  try {
    openSealed({ name, bytes, seal }, keys)
    return null
  } catch (error) {
    return (error as Error).message
  }
}
