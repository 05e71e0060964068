import type { Readable } from 'node:stream'
import { type Entry, openPromise, type ZipFile } from 'yauzl'

// Reads only the central directory of a zip, never unpacks it. Refuses zip bombs, path traversal and symbolic links.

const MAX_ENTRIES = 2000
const MAX_BYTES = 200 * 1024 * 1024
const MAX_RATIO = 100
const archive = /\.(?:zip|jar|docx|xlsx|pptx|odt|ods|odp|epub|7z|rar|gz|tgz|bz2|xz|zst|tar)$/i

/** The entry names, or null when it is not a zip or not a safe one. */
export async function readZipNames(path: string): Promise<string[] | null> {
  let zip: ZipFile | undefined
  try {
    // yauzl refuses absolute names and names with .. itself.
    zip = await openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
    const names = await namesOf(zip)
    return names && [...names]
  } catch {
    return null
  } finally {
    zip?.close()
  }
}

async function namesOf(zip: ZipFile): Promise<Set<string> | null> {
  if (zip.entryCount === 0 || zip.entryCount > MAX_ENTRIES) return null
  const names = new Set<string>()
  const inner: Entry[] = []
  let [unpacked, compressed] = [0, 0]
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize
    compressed += entry.compressedSize
    if (names.has(entry.fileName) || isSymlink(entry)) return null
    names.add(entry.fileName)
    if (archive.test(entry.fileName)) inner.push(entry)
  }
  const isBomb = unpacked > MAX_BYTES || unpacked > zip.fileSize * MAX_RATIO || compressed > zip.fileSize // larger than the file: entries overlap
  if (isBomb) return null
  for (const entry of inner) if (await containsArchive(await zip.openReadStreamPromise(entry))) return null
  return names
}

const isSymlink = ({ externalFileAttributes }: Entry): boolean => ((externalFileAttributes >>> 16) & 0o170000) === 0o120000

const ENTRY_SIGNATURE = Buffer.from('PK\x01\x02', 'latin1')
const NAME_OFFSET = 46
const MAX_NAME_LENGTH = 1024

// A nested zip is common (a spreadsheet in a document), a second level is refused. The central directory is scanned while streaming.
async function containsArchive(bytes: Readable): Promise<boolean> {
  let seen: Buffer = Buffer.alloc(0)
  for await (const part of bytes as AsyncIterable<Buffer>) {
    seen = Buffer.concat([seen.subarray(-NAME_OFFSET - MAX_NAME_LENGTH), part]) // overlap, so that no entry is split
    for (let at = seen.indexOf(ENTRY_SIGNATURE); at >= 0; at = seen.indexOf(ENTRY_SIGNATURE, at + 4)) if (isArchiveAt(seen, at)) return true
  }
  return false
}

function isArchiveAt(bytes: Buffer, at: number): boolean {
  if (bytes.length < at + NAME_OFFSET) return false
  const length = bytes.readUInt16LE(at + 28)
  if (length > MAX_NAME_LENGTH) return true
  const name = bytes.subarray(at + NAME_OFFSET, at + NAME_OFFSET + length)
  return name.length === length && archive.test(name.toString('latin1'))
}
