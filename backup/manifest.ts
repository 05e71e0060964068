import { createHash } from 'node:crypto'
import { isAuditFileName } from '#rules/console/audit-file.ts'
import { DamagedArchive } from './tar.ts'

// What a backup contains. The header is the first part of the archive, the manifest the last but one, its hash the last.

export const FORMAT = 1
export const HEADER = 'projectory-backup.json'
export const MANIFEST = 'manifest.json'
export const MANIFEST_HASH = 'manifest.sha256'

// An archive may come from anywhere: what is read into memory is bounded, and every name and hash is checked before it is used.
export const MOST_HEADER_BYTES = 1024 * 1024
export const MOST_MANIFEST_BYTES = 256 * 1024 * 1024 // more than two million files

export type Header = {
  format: number
  id: string
  createdAt: string // the moment of the snapshot
  server: string // version of PostgreSQL
  isMove: boolean // with sessions; waiting emails are sent after a restore
  identity?: string // of the database and its file store; early versions have it only in the manifest
  migrations: { name: string; checksum: string }[]
  tables: { name: string; columns: string[] }[]
}
export type TablePart = { name: string; rows: number; bytes: number; sha256: string }
/** isHere: its content is in the archive. Otherwise it is in `files/` beside the archive. */
export type FilePart = { sha256: string; size: number; isHere: boolean }
export type Manifest = Header & {
  identity: string
  databaseParts: TablePart[] // SHA-256 of all rows as text, in the order of the primary key
  sequences: { name: string; value: string }[]
  files: FilePart[]
  auditFiles: { name: string; sha256: string }[] // exports of the audit log with their seals; their contents are among the files
  // Named by rows, but missing or damaged when the backup was made. name: of a file of the audit log; early versions had it in the problem.
  missing: { sha256: string; problem: string; name?: string }[]
  digest: string // over all parts
}

/** SHA-256 over the names, sizes and hashes of all parts. */
export function digestOf({ databaseParts, files, sequences, migrations, auditFiles, missing }: Omit<Manifest, 'digest'>): string {
  const lines = [
    ...migrations.map(({ name, checksum }) => `migration ${name} ${checksum}`),
    ...databaseParts.map(({ name, rows, bytes, sha256 }) => `table ${name} ${rows} ${bytes} ${sha256}`),
    ...sequences.map(({ name, value }) => `sequence ${name} ${value}`),
    ...files.map(({ sha256, size }) => `file ${sha256} ${size}`),
    ...auditFiles.map(({ name, sha256 }) => `audit ${name} ${sha256}`),
    ...missing.map(({ sha256 }) => `missing ${sha256}`),
  ]
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

export function readHeader(text: string): Header {
  const header = parsed<Header>(text, 'header')
  if (Number.isSafeInteger(header.format) && header.format !== FORMAT)
    throw new Error(`the backup has format ${header.format}; this version reads format ${FORMAT}: use a newer version`)
  if (!isHeader(header)) throw unreadable('header')
  return header
}

export function readManifest(text: string): Manifest {
  const read = parsed<Manifest>(text, 'manifest')
  const manifest = { ...read, auditFiles: read.auditFiles ?? [] } // early versions had none
  if (!isHeader(manifest) || !isManifest(manifest)) throw unreadable('manifest')
  if (digestOf(manifest) !== manifest.digest) throw new DamagedArchive('the backup is damaged: its manifest does not match its digest')
  return manifest
}

const unreadable = (what: string) => new DamagedArchive(`the backup is damaged: its ${what} cannot be read`)

function parsed<T>(text: string, what: string): T {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as T
  } catch {}
  throw unreadable(what)
}

type Fields = Record<string, unknown>
const isText = (value: unknown): boolean => typeof value === 'string'
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0
const matches =
  (pattern: RegExp) =>
  (value: unknown): boolean =>
    typeof value === 'string' && pattern.test(value)
export const isHash = matches(/^[0-9a-f]{64}$/)
/** A table or sequence, with its schema. */
export const isTableName = matches(/^(public|auth)\.[a-z_][a-z0-9_]{0,62}$/)
const isColumn = matches(/^[a-z_][a-z0-9_]{0,62}$/)
const isMigration = matches(/^\d{4}_[a-z0-9-]+\.sql$/)
const isAuditName = (value: unknown): boolean => typeof value === 'string' && isAuditFileName(value)
const isMoment = matches(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
const isListOf = (value: unknown, isItem: (item: Fields) => boolean): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null && isItem(item))

function isHeader({ format, id, createdAt, server, isMove, identity = '', migrations, tables }: Fields): boolean {
  if (!isText(identity)) return false
  if (format !== FORMAT || !isText(id) || !isMoment(createdAt) || !isText(server) || typeof isMove !== 'boolean') return false
  return (
    isListOf(migrations, ({ name, checksum }) => isMigration(name) && isText(checksum)) &&
    isListOf(tables, ({ name, columns }) => isTableName(name) && Array.isArray(columns) && columns.every(isColumn))
  )
}

const isManifest = ({ identity, databaseParts, sequences, files, auditFiles, missing, digest }: Fields): boolean =>
  isText(identity) &&
  isHash(digest) &&
  isListOf(databaseParts, ({ name, rows, bytes, sha256 }) => isTableName(name) && isCount(rows) && isCount(bytes) && isHash(sha256)) &&
  isListOf(sequences, ({ name, value }) => isTableName(name) && isText(value)) &&
  isListOf(files, ({ sha256, size, isHere }) => isHash(sha256) && isCount(size) && typeof isHere === 'boolean') &&
  isListOf(auditFiles, ({ name, sha256 }) => isAuditName(name) && isHash(sha256)) &&
  isListOf(missing, ({ sha256, problem, name }) => isHash(sha256) && isText(problem) && (name === undefined || isAuditName(name)))
