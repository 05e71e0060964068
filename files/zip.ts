import type { Readable } from 'node:stream'
import { type Entry, openPromise, type ZipFile } from 'yauzl'

// A zip is read from its list of contents and never unpacked. What would swell, climb out or point elsewhere when somebody else does is refused.

const MOST_ENTRIES = 2000
const MOST_BYTES = 200 * 1024 * 1024
const MOST_RATIO = 100
const packed = /\.(?:zip|jar|docx|xlsx|pptx|odt|ods|odp|epub|7z|rar|gz|tgz|bz2|xz|zst|tar)$/i

/** The names inside, or nothing when it is no zip or not a harmless one. */
export async function lookIntoZip({ head, path }: { head: Buffer; path: string }): Promise<Set<string> | null> {
  if (head.subarray(0, 4).toString('latin1') !== 'PK\x03\x04') return null // a program may carry a zip at its end
  let zip: ZipFile | undefined
  try {
    // Names that are absolute or climb with .. are refused by the reader itself.
    zip = await openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
    return await namesOf(zip)
  } catch {
    return null
  } finally {
    zip?.close()
  }
}

async function namesOf(zip: ZipFile): Promise<Set<string> | null> {
  if (zip.entryCount === 0 || zip.entryCount > MOST_ENTRIES) return null
  const names = new Set<string>()
  const inner: Entry[] = []
  let [unpacked, taken] = [0, 0]
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize
    taken += entry.compressedSize
    if (names.has(entry.fileName) || isSymlink(entry)) return null
    names.add(entry.fileName)
    if (packed.test(entry.fileName)) inner.push(entry)
  }
  const isBomb = unpacked > MOST_BYTES || unpacked > zip.fileSize * MOST_RATIO || taken > zip.fileSize // more than there is: entries overlap
  if (isBomb) return null
  for (const entry of inner) if (await holdsPacked(await zip.openReadStreamPromise(entry))) return null
  return names
}

const isSymlink = ({ externalFileAttributes }: Entry): boolean => ((externalFileAttributes >>> 16) & 0o170000) === 0o120000

const LISTED = Buffer.from('PK\x01\x02', 'latin1')
const NAME_AT = 46
const LONGEST_NAME = 1024

// A zip inside is common (a table in a document), a zip inside of that one is a nest. Its list of contents passes by as it is read.
async function holdsPacked(bytes: Readable): Promise<boolean> {
  let seen: Buffer = Buffer.alloc(0)
  for await (const part of bytes as AsyncIterable<Buffer>) {
    seen = Buffer.concat([seen.subarray(-NAME_AT - LONGEST_NAME), part]) // so that no entry is cut in two
    for (let at = seen.indexOf(LISTED); at >= 0; at = seen.indexOf(LISTED, at + 4)) if (isPackedAt(seen, at)) return true
  }
  return false
}

function isPackedAt(bytes: Buffer, at: number): boolean {
  if (bytes.length < at + NAME_AT) return false
  const length = bytes.readUInt16LE(at + 28)
  if (length > LONGEST_NAME) return true
  const name = bytes.subarray(at + NAME_AT, at + NAME_AT + length)
  return name.length === length && packed.test(name.toString('latin1'))
}
