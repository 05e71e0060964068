import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { FileDamaged, FileMissing, type FileStore } from '#files/file-store.ts'
import { verified } from '#files/verify.ts'
import { findStoreIdentity } from '#store/orphan.ts'
import { readSnapshot, type Snapshot, type SnapshotOptions, type Table } from '#store/snapshot.ts'
import type { Sql } from '#store/sql.ts'
import { encoded } from './coding.ts'
import { digestOf, type FilePart, FORMAT, HEADER, type Header, MANIFEST, MANIFEST_HASH, type Manifest, type TablePart } from './manifest.ts'
import { tarEnd, tarEntry } from './tar.ts'

const PART_BYTES = 4 * 1024 * 1024 // a table is written in parts, because the size of an entry precedes it

export type Progress = (what: string, done: number, total: number) => void
export type WriteOptions = SnapshotOptions & {
  sql: Sql // must allow a caller to have several connections
  /** Null: the backup has only the database; the files stay where they are. */
  files: FileStore | null
  recipients: readonly string[]
  /** Keeps a file beside the archive instead of in it. Without it the archive contains all files. */
  keepBeside?: (sha256: string, size: number, read: () => Promise<Readable>) => Promise<void>
  onProgress?: Progress
}
type Emit = (bytes: Uint8Array) => Promise<void>

/** Writes a backup to the sink, which is done when its promise resolves. The database is read first, as of one moment, then the files it names. */
export async function writeArchive<T>(
  options: WriteOptions,
  sink: (archive: Readable) => Promise<T>,
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
    written = await sink(archive)
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

async function produce(options: WriteOptions, emit: Emit): Promise<Manifest> {
  const { sql, files: store, onProgress = () => {} } = options
  const identity = await findStoreIdentity(sql).catch(() => '') // very old databases have none
  const { header, databaseParts, sequences, named } = await readSnapshot(sql, options, async (snapshot) => {
    const header = headerOf(snapshot, options.isMove ?? false)
    await write(emit, HEADER, Buffer.from(JSON.stringify(header, null, 1)), snapshot.at)
    const databaseParts: TablePart[] = []
    for (const table of snapshot.tables) {
      onProgress(table.name, databaseParts.length, snapshot.tables.length)
      databaseParts.push(await writeTable(emit, snapshot, table))
    }
    return { header, databaseParts, sequences: snapshot.sequences, named: store === null ? [] : snapshot.files }
  })
  const files: FilePart[] = []
  const missing: Manifest['missing'] = []
  const at = new Date(header.createdAt)
  for (const { sha256, size } of named) {
    onProgress('files', files.length, named.length)
    try {
      files.push(await writeFile(store!, options.keepBeside, emit, { sha256, size, at }))
    } catch (error) {
      // A row without its content must not prevent every further backup; it is reported each time.
      if (!(error instanceof FileMissing || error instanceof UnreadableFile)) throw error
      missing.push({ sha256, problem: error.message })
    }
  }
  const parts = { ...header, identity, databaseParts, sequences, files, missing }
  const manifest = { ...parts, digest: digestOf(parts) }
  const text = Buffer.from(JSON.stringify(manifest))
  await write(emit, MANIFEST, text, at)
  await write(emit, MANIFEST_HASH, Buffer.from(`${createHash('sha256').update(text).digest('hex')}\n`), at)
  await emit(tarEnd())
  return manifest
}

const headerOf = ({ at, server, migrations, tables }: Snapshot, isMove: boolean): Header => ({
  format: FORMAT,
  id: randomUUID(),
  createdAt: at.toISOString(),
  server,
  isMove,
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
async function writeFile(
  files: FileStore,
  keepBeside: WriteOptions['keepBeside'],
  emit: Emit,
  { sha256, size: known, at }: NamedFile,
): Promise<FilePart> {
  const size = known ?? (await files.sizeOf(sha256))
  if (size === undefined) throw new FileMissing('file not found in the store')
  const read = async () => verified(await files.read(sha256, size), sha256)
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
