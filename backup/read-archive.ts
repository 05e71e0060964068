import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { decoded, type Identities, NoEnd } from './coding.ts'
import {
  HEADER,
  type Header,
  isHash,
  isTableName,
  MANIFEST,
  MANIFEST_HASH,
  type Manifest,
  MOST_HEADER_BYTES,
  MOST_MANIFEST_BYTES,
  readHeader,
  readManifest,
} from './manifest.ts'
import { checkSignature, MOST_SIGNATURE_BYTES, readSignature, SIGNATURE, type Signed } from './signature.ts'
import { DamagedArchive, type Entry, readTar } from './tar.ts'
import { countRows } from './write-archive.ts'

const HASH_BYTES = 65 // with a line feed
const MOST_FILES = 2_500_000 // a manifest cannot list more

export type Handlers = {
  begin?(header: Header): Promise<void>
  /** The rows must be read to their end. */
  table?(name: string, columns: string[], rows: AsyncIterable<Uint8Array>): Promise<void>
  /** The content must be read to its end; it is compared with its hash. */
  file?(sha256: string, size: number, content: AsyncIterable<Uint8Array>): Promise<void>
}
type Seen = { rows: number; bytes: number; sha256: string }

export type Read = { manifest: Manifest; signed: Signed }

/** Reads a backup from its beginning to its end and checks every byte of it. Throws DamagedArchive. `keys`: one of them may have signed it. */
export async function readArchive(
  source: Readable,
  { identities, keys = [] }: { identities: Identities; keys?: readonly Buffer[] },
  handlers: Handlers = {},
): Promise<Read> {
  const entries = readTar(decoded(source, identities))
  let mayEnd = false
  let isPackedAgain = false
  const next = async (): Promise<Entry | undefined> => {
    const entry = await nextOf(entries).catch((error) => {
      if (!mayEnd || !(error instanceof NoEnd)) throw error
      isPackedAgain = true
      return undefined
    })
    if (entry?.isFolder) throw new PackedAgain()
    return entry
  }
  let entry = await nextOf(entries)
  if (entry?.name !== HEADER) throw await misplaced(HEADER, entry, entries, 'this is not a backup of Projectory')
  const header = readHeader((await contentOf(entry, MOST_HEADER_BYTES)).toString())
  await handlers.begin?.(header)
  entry = await next()

  const columnsOf = new Map(header.tables.map(({ name, columns }) => [name, columns]))
  const tables = new Map<string, Seen>()
  while (entry?.name.startsWith('database/')) {
    const name = tableOf(entry.name)
    if (!isTableName(name)) throw new DamagedArchive('the backup is damaged: a table has a name that no table has')
    const columns = columnsOf.get(name)
    if (!columns || tables.has(name)) throw new DamagedArchive(`the backup is damaged: the rows of ${name} are not expected here`)
    const seen = { hash: createHash('sha256'), rows: 0, bytes: 0 }
    const rows = (async function* () {
      let parts = 0
      while (entry?.name === `database/${name}.${String(++parts).padStart(6, '0')}`) {
        if (entry.size === 0) throw new DamagedArchive(`the backup is damaged: a part of ${name} is empty`)
        for await (const part of entry.content) {
          seen.hash.update(part)
          seen.rows += countRows(part)
          seen.bytes += part.length
          yield part
        }
        entry = await next()
      }
    })()
    if (handlers.table) await handlers.table(name, columns, rows)
    else for await (const _ of rows);
    tables.set(name, { rows: seen.rows, bytes: seen.bytes, sha256: seen.hash.digest('hex') })
  }

  const files = new Map<string, number>()
  for (; entry?.name.startsWith('files/'); entry = await next()) {
    const sha256 = entry.name.slice('files/'.length)
    if (!isHash(sha256) || files.has(sha256) || files.size === MOST_FILES)
      throw new DamagedArchive('the backup is damaged: a file in it has no valid name, is there twice, or there are too many')
    const content = checked(entry.content, sha256)
    if (handlers.file) await handlers.file(sha256, entry.size, content)
    else for await (const _ of content);
    files.set(sha256, entry.size)
  }

  if (entry?.name !== MANIFEST) throw await misplaced(MANIFEST, entry, entries, 'the backup is damaged: its manifest is missing')
  const text = await contentOf(entry, MOST_MANIFEST_BYTES)
  entry = await next()
  if (entry?.name !== MANIFEST_HASH)
    throw await misplaced(MANIFEST_HASH, entry, entries, 'the backup is damaged: the hash of its manifest is missing')
  if ((await contentOf(entry, HASH_BYTES)).toString().trim() !== createHash('sha256').update(text).digest('hex'))
    throw new DamagedArchive('the backup is damaged: its manifest does not match its hash')
  mayEnd = true
  entry = await next()
  const isSigned = entry?.name === SIGNATURE
  const signature = isSigned ? readSignature((await contentOf(entry!, MOST_SIGNATURE_BYTES)).toString()) : null
  if (isSigned) entry = await next()
  if (entry) throw new DamagedArchive('the backup is damaged: there is something after its manifest')
  const signed = checkSignature(text, signature, keys)
  const manifest = readManifest(text.toString())
  compareHeader(header, manifest)
  compare(manifest, tables, files)
  if (isPackedAgain) throw new PackedAgain()
  return { manifest, signed }
}

class PackedAgain extends DamagedArchive {
  constructor() {
    super(
      'this backup was unpacked and packed again with another tool, so that nobody can tell whether it is complete: use the file as it was made',
    )
  }
}

/** What is said of a part that is not where it is written: tools that pack a backup again keep its parts, but neither their order nor their names. */
async function misplaced(
  wanted: string,
  first: Entry | undefined,
  entries: AsyncGenerator<Entry>,
  otherwise: string,
): Promise<DamagedArchive> {
  for (let entry = first; entry; entry = await nextOf(entries)) {
    if (entry.name.replace(/^\.\//, '') === wanted) return new PackedAgain()
    for await (const _ of entry.content);
  }
  return new DamagedArchive(otherwise)
}

/** The tables are made and filled as the header says, but only the manifest is signed. */
function compareHeader({ identity, ...header }: Header, manifest: Manifest): void {
  const isSame = Object.entries(header).every(([key, value]) => JSON.stringify(value) === JSON.stringify(manifest[key as keyof Manifest]))
  if (!isSame || (identity !== undefined && identity !== manifest.identity))
    throw new DamagedArchive('the backup is damaged: its header does not match its manifest')
}

function compare(manifest: Manifest, tables: Map<string, Seen>, files: Map<string, number>): void {
  const nothing: Seen = { rows: 0, bytes: 0, sha256: createHash('sha256').digest('hex') }
  for (const { name, rows, bytes, sha256 } of manifest.databaseParts) {
    const seen = tables.get(name) ?? nothing
    if (seen.rows !== rows || seen.bytes !== bytes || seen.sha256 !== sha256)
      throw new DamagedArchive(`the backup is damaged: the rows of ${name} do not match their checksum`)
    tables.delete(name)
  }
  for (const { sha256, size, isHere } of manifest.files) {
    if (isHere && files.get(sha256) !== size) throw new DamagedArchive(`the backup is damaged: the file ${sha256} is missing`)
    files.delete(sha256)
  }
  if (tables.size + files.size > 0) throw new DamagedArchive('the backup is damaged: its manifest does not list all of its parts')
}

const tableOf = (name: string): string => name.slice('database/'.length).replace(/\.\d{6}$/, '')
const nextOf = async (entries: AsyncGenerator<Entry>): Promise<Entry | undefined> => (await entries.next()).value as Entry | undefined

async function contentOf({ size, content }: Entry, most: number): Promise<Buffer> {
  if (size > most) throw new DamagedArchive('the backup is damaged: a part is too long')
  const parts: Uint8Array[] = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts)
}

async function* checked(content: AsyncIterable<Uint8Array>, sha256: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const part of content) {
    hash.update(part)
    yield part
  }
  if (hash.digest('hex') !== sha256) throw new DamagedArchive(`the backup is damaged: the file ${sha256} does not match its hash`)
}
