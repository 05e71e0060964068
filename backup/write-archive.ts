import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import type { Sql } from '#database/sql.ts'
import type { Archive } from '#files/archive.ts'
import { FileDamaged, FileMissing, type FileStore } from '#files/file-store.ts'
import { verified } from '#files/verify.ts'
import { isSealOf, sealName } from '#rules/console/audit-file.ts'
import { readSnapshot, type Snapshot, type SnapshotOptions, type Table } from '#store/backup/snapshot.ts'
import { findStoreIdentity } from '#store/file/orphan.ts'
import { encoded } from './coding.ts'
import {
  digestOf,
  type FilePart,
  FORMAT,
  HEADER,
  type Header,
  MANIFEST,
  MANIFEST_HASH,
  type Manifest,
  MOST_MANIFEST_BYTES,
  type TablePart,
} from './manifest.ts'
import { SIGNATURE, sign } from './signature.ts'
import { tarEnd, tarEntry } from './tar.ts'

const PART_BYTES = 4 * 1024 * 1024 // a table is written in parts, because the size of an entry precedes it

export type Progress = (what: string, done: number, total: number) => void
export type WriteOptions = SnapshotOptions & {
  sql: Sql // must allow a caller to have several connections
  /** Null: the backup has only the database; the files stay where they are. */
  files: FileStore | null
  /** Where the exports of the audit log are; without it they are not in the backup. */
  auditFiles?: Pick<Archive, 'read'>
  recipients: readonly string[]
  /** Signs the manifest; without it the backup is not signed. */
  signingKey?: Buffer
  /** Keeps a file beside the archive instead of in it. Without it the archive contains all files. */
  keepBeside?: (sha256: string, size: number, read: () => Promise<Readable>) => Promise<void>
  onProgress?: Progress
  /** When it is aborted, the sink fails before the end of the archive. */
  signal?: AbortSignal
}
type Emit = (bytes: Uint8Array) => Promise<void>

/** Writes a backup to the sink, which is done when its promise resolves. The database is read first, as of one moment, then the files it names. */
export async function writeArchive<T>(
  options: WriteOptions,
  sink: (archive: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<{ manifest: Manifest; written: T }> {
  const raw = new PassThrough({ highWaterMark: 1024 * 1024 })
  raw.on('error', () => {})
  const emit: Emit = async (bytes) => {
    if (raw.destroyed) throw raw.errored ?? new Error('the backup was interrupted')
    if (!raw.write(bytes)) await once(raw, 'drain', { signal: closed.signal })
  }
  const closed = new AbortController()
  raw.once('close', () => closed.abort())
  const archive = await encoded(raw, options.recipients)
  const producing = produce(options, emit).then(
    (manifest) => {
      raw.end()
      return manifest
    },
    (error) => {
      raw.destroy(error)
      throw error
    },
  )
  producing.catch(() => {})
  let written: T
  try {
    written = await sink(unlessAborted(archive, options.signal))
  } catch (error) {
    raw.destroy(error as Error)
    // The cause is where it began: a source that fails also makes the sink fail.
    const first = await producing.then(
      () => error,
      (cause) => ((cause as { name?: string }).name === 'AbortError' ? error : cause),
    )
    throw first
  }
  return { manifest: await producing, written }
}

async function* unlessAborted(archive: Readable, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  for await (const part of archive) {
    signal?.throwIfAborted()
    yield part as Buffer
  }
  signal?.throwIfAborted()
}

async function produce(options: WriteOptions, emit: Emit): Promise<Manifest> {
  const { sql, files: store, onProgress = () => {} } = options
  const identity = await findStoreIdentity(sql).catch(() => '') // very old databases have none
  const { header, databaseParts, sequences, named, exported } = await readSnapshot(sql, options, async (snapshot) => {
    const header = headerOf(snapshot, options.isMove ?? false, identity)
    await write(emit, HEADER, Buffer.from(JSON.stringify(header, null, 1)), snapshot.at)
    const databaseParts: TablePart[] = []
    for (const table of snapshot.tables) {
      onProgress(table.name, databaseParts.length, snapshot.tables.length)
      databaseParts.push(await writeTable(emit, snapshot, table))
    }
    const named = store === null ? [] : snapshot.files
    return { header, databaseParts, sequences: snapshot.sequences, named, exported: snapshot.auditFiles }
  })
  const files: FilePart[] = []
  const missing: Manifest['missing'] = []
  const at = new Date(header.createdAt)
  for (const { sha256, size } of named) {
    options.signal?.throwIfAborted()
    onProgress('files', files.length, named.length)
    try {
      files.push(await writeFile(store!, options, emit, { sha256, size, at }))
    } catch (error) {
      // A row without its content must not prevent every further backup; it is reported each time.
      if (!(error instanceof FileMissing || error instanceof UnreadableFile)) throw error
      missing.push({ sha256, problem: error.message })
    }
  }
  const auditFiles: Manifest['auditFiles'] = []
  for (const { name, sha256 } of options.auditFiles ? exported : [])
    for (const one of [name, sealName(name)]) {
      const bytes = await options.auditFiles!.read(one)
      if (bytes === undefined) missing.push({ sha256, name: one, problem: 'it is missing' })
      else if (one === name && sha256Of(bytes) !== sha256) missing.push({ sha256, name: one, problem: 'it does not match its hash' })
      else if (one !== name && !isSealOf(bytes, { name, sha256 })) missing.push({ sha256, name: one, problem: 'it is damaged' })
      else auditFiles.push({ name: one, sha256: await writeBytes(options, emit, files, { bytes, at }) })
    }
  const parts = { ...header, identity, databaseParts, sequences, files, auditFiles, missing }
  const manifest = { ...parts, digest: digestOf(parts) }
  const text = Buffer.from(JSON.stringify(manifest))
  if (text.length > MOST_MANIFEST_BYTES) throw new Error('the backup has too many files: its manifest would not be read again')
  await write(emit, MANIFEST, text, at)
  await write(emit, MANIFEST_HASH, Buffer.from(`${sha256Of(text)}\n`), at)
  if (options.signingKey) await write(emit, SIGNATURE, Buffer.from(JSON.stringify(sign(text, options.signingKey))), at)
  await emit(tarEnd())
  return manifest
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const headerOf = ({ at, server, migrations, tables }: Snapshot, isMove: boolean, identity: string): Header => ({
  format: FORMAT,
  id: randomUUID(),
  createdAt: at.toISOString(),
  server,
  isMove,
  identity,
  migrations,
  tables: tables.map(({ name, columns }) => ({ name, columns })),
})

async function write(emit: Emit, name: string, content: Uint8Array, at: Date): Promise<void> {
  for await (const part of tarEntry(name, content.length, content, at)) await emit(part)
}

async function writeTable(emit: Emit, snapshot: Snapshot, table: Table): Promise<TablePart> {
  const hash = createHash('sha256')
  let [rows, bytes, parts] = [0, 0, 0]
  let held: Buffer[] = []
  let heldBytes = 0
  const flush = async () => {
    if (heldBytes === 0) return
    const name = `database/${table.name}.${String(++parts).padStart(6, '0')}`
    const [content, size] = [held, heldBytes]
    held = []
    heldBytes = 0
    for await (const part of tarEntry(name, size, Readable.from(content), snapshot.at)) await emit(part)
  }
  for await (const part of snapshot.rowsOf(table)) {
    hash.update(part)
    rows += countRows(part)
    bytes += part.length
    held.push(part)
    heldBytes += part.length
    if (heldBytes >= PART_BYTES) await flush()
  }
  await flush()
  return { name: table.name, rows, bytes, sha256: hash.digest('hex') }
}

/** Line feeds inside values are escaped. */
export function countRows(part: Uint8Array): number {
  let count = 0
  for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) count++
  return count
}

class UnreadableFile extends Error {}

type NamedFile = { sha256: string; size: number | null; at: Date }
async function writeFile(files: FileStore, options: WriteOptions, emit: Emit, { sha256, size: known, at }: NamedFile): Promise<FilePart> {
  const size = known ?? (await files.sizeOf(sha256))
  if (size === undefined) throw new FileMissing('file not found in the store')
  return writeContent(options, emit, { sha256, size, at, read: async () => verified(await files.read(sha256, size), sha256) })
}

/** Returns its hash. The same content is there once. */
async function writeBytes(
  options: WriteOptions,
  emit: Emit,
  files: FilePart[],
  { bytes, at }: { bytes: Buffer; at: Date },
): Promise<string> {
  const sha256 = sha256Of(bytes)
  if (!files.some((file) => file.sha256 === sha256))
    files.push(await writeContent(options, emit, { sha256, size: bytes.length, at, read: async () => Readable.from([bytes]) }))
  return sha256
}

type Content = { sha256: string; size: number; at: Date; read: () => Promise<Readable> }
async function writeContent({ keepBeside }: WriteOptions, emit: Emit, { sha256, size, at, read }: Content): Promise<FilePart> {
  try {
    if (keepBeside) {
      await keepBeside(sha256, size, read)
      return { sha256, size, isHere: false }
    }
    await checkFirst(read)
    for await (const part of tarEntry(`files/${sha256}`, size, await read(), at)) await emit(part)
    return { sha256, size, isHere: true }
  } catch (error) {
    throw error instanceof FileDamaged ? new UnreadableFile(error.message) : error
  }
}

// A damaged file must be found before its entry is begun.
async function checkFirst(read: () => Promise<Readable>): Promise<void> {
  for await (const _ of await read());
}
