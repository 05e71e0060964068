import { createHash } from 'node:crypto'
import { DamagedArchive } from './tar.ts'

// What a backup contains. The header is the first part of the archive, the manifest the last but one, its hash the last.

export const FORMAT = 1
export const HEADER = 'projectory-backup.json'
export const MANIFEST = 'manifest.json'
export const MANIFEST_HASH = 'manifest.sha256'

export type Header = {
  format: number
  id: string
  createdAt: string // the moment of the snapshot
  server: string // version of PostgreSQL
  isMove: boolean // with sessions; waiting emails are sent after a restore
  migrations: { name: string; checksum: string }[]
  tables: { name: string; columns: string[] }[]
}
export type TablePart = { name: string; rows: number; bytes: number; sha256: string }
/** isHere: its content is in the archive. Otherwise it is in `files/` beside the archive. */
export type FilePart = { sha256: string; size: number; isHere: boolean }
export type Manifest = Header & {
  identity: string // of the database and its file store
  databaseParts: TablePart[] // SHA-256 of all rows as text, in the order of the primary key
  sequences: { name: string; value: string }[]
  files: FilePart[]
  missing: { sha256: string; problem: string }[] // named by rows, but not in the store when the backup was made
  digest: string // over all parts
}

/** SHA-256 over the names, sizes and hashes of all parts. */
export function digestOf({ databaseParts, files, sequences, migrations, missing }: Omit<Manifest, 'digest'>): string {
  const lines = [
    ...migrations.map(({ name, checksum }) => `migration ${name} ${checksum}`),
    ...databaseParts.map(({ name, rows, bytes, sha256 }) => `table ${name} ${rows} ${bytes} ${sha256}`),
    ...sequences.map(({ name, value }) => `sequence ${name} ${value}`),
    ...files.map(({ sha256, size }) => `file ${sha256} ${size}`),
    ...missing.map(({ sha256 }) => `missing ${sha256}`),
  ]
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

export function readHeader(text: string): Header {
  const header = parsed<Header>(text, 'header')
  if (header.format !== FORMAT)
    throw new Error(`the backup has format ${header.format}; this version reads format ${FORMAT}: use a newer version`)
  return header
}

export function readManifest(text: string): Manifest {
  const manifest = parsed<Manifest>(text, 'manifest')
  if (digestOf(manifest) !== manifest.digest) throw new DamagedArchive('the backup is damaged: its manifest does not match its digest')
  return manifest
}

function parsed<T>(text: string, what: string): T {
  try {
    return JSON.parse(text) as T
  } catch {
    throw new DamagedArchive(`the backup is damaged: its ${what} cannot be read`)
  }
}
