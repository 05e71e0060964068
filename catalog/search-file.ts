import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { endianness } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32 } from 'node:zlib'
import type { TermBlock } from '#search/saved-documents.ts'

// The search index in a file, so that a start need not read all texts again. The file is one line with the version of the code, then blocks:
// four numbers (bytes of text, two lengths, checksum), the text, two arrays of numbers. The last block lists the documents.

/** The document of project ids[i] is in slots[i]; digests has DIGEST_WORDS numbers per document. */
export type SavedDocuments = { ids: Uint32Array; slots: Uint32Array; digests: Uint32Array }
export type SavedSearch = { documents: SavedDocuments; blocks(): Iterable<TermBlock> }

export const DIGEST_WORDS = 3
const HEAD_BYTES = 16
const ABANDONED_MS = 10 * 60_000 // a temporary file that old was left by a process that was killed

/** All that the index is made by: another tokenizer or stemmer makes another index. */
export function codeVersion(): string {
  const folder = dirname(fileURLToPath(import.meta.resolve('#search/documents.ts')))
  const hash = createHash('sha256')
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
    if (/(?<!\.test)\.ts$/.test(name)) hash.update(readFileSync(join(folder, name)))
  hash.update(readFileSync(join(dirname(folder), 'package.json'))) // the pinned version of the stemmers
  return `${endianness()} ${hash.digest('base64url')}`
}

const titleOf = (version: string): Buffer => {
  const line = `projectory search index ${version}`
  return Buffer.from(`${line.padEnd(Math.ceil((line.length + 1) / 4) * 4 - 1)}\n`)
}

export function createSearchFile(folder: string, version = codeVersion()) {
  const path = join(folder, 'search-index')
  const temporary = `${path}.tmp`
  const title = titleOf(version)

  /** Null when there is no file; a file of another version or a damaged one is deleted. */
  async function read(nextTurn: () => Promise<unknown>): Promise<SavedSearch | null> {
    const bytes = await readFile(path).catch(() => null)
    if (bytes === null) return null
    const saved = await parse(bytes, title, nextTurn)
    if (saved === null) await rm(path, { force: true }).catch(() => {})
    return saved
  }

  /**
   * False when another process is writing: all processes of a DATA_DIR have the same documents. `documents` is called at the end.
   * `nextTurn` rejects when the process stops.
   */
  async function write(blocks: Iterable<TermBlock>, documents: () => SavedDocuments, nextTurn: () => Promise<unknown>): Promise<boolean> {
    await mkdir(folder, { recursive: true })
    const { mtimeMs } = (await stat(temporary).catch(() => null)) ?? { mtimeMs: null }
    if (mtimeMs !== null && Date.now() - mtimeMs > ABANDONED_MS) await rm(temporary, { force: true })
    const file = await open(temporary, 'wx').catch((error) => {
      if (error.code === 'EEXIST') return null
      throw error
    })
    if (file === null) return false
    try {
      await file.writev([title])
      for (const { words, counts, postings } of blocks) {
        await file.writev(partsOf(words, counts, postings))
        await nextTurn()
      }
      const { ids, slots, digests } = documents()
      const places = new Uint32Array(ids.length * 2)
      places.set(ids)
      places.set(slots, ids.length)
      await file.writev(partsOf('', places, digests))
      await file.sync()
      await file.close()
      await rename(temporary, path)
      return true
    } catch (error) {
      await file.close().catch(() => {})
      await rm(temporary, { force: true }).catch(() => {})
      const fault = error as NodeJS.ErrnoException
      if (fault.syscall !== undefined) fault.path ??= temporary // a write through a handle fails without the name of its file
      throw error
    }
  }

  return { read, write }
}

const bytesOf = (numbers: Uint32Array): Buffer => Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength)

function partsOf(text: string, first: Uint32Array, second: Uint32Array): Buffer[] {
  const words = Buffer.from(text)
  const padding = Buffer.alloc(-words.length & 3)
  const body = [words, padding, bytesOf(first), bytesOf(second)]
  const checksum = body.reduce((sum, part) => crc32(part, sum), 0)
  return [bytesOf(Uint32Array.of(words.length, first.length, second.length, checksum)), ...body].filter((part) => part.length > 0)
}

type Block = { text: Buffer; first: Uint32Array; second: Uint32Array }

async function parse(bytes: Buffer, title: Buffer, nextTurn: () => Promise<unknown>): Promise<SavedSearch | null> {
  if (bytes.byteOffset % 4 !== 0) return parse(Buffer.from(new Uint8Array(bytes).buffer), title, nextTurn)
  if (!bytes.subarray(0, title.length).equals(title)) return null
  const blocks: Block[] = []
  for (let at = title.length; at < bytes.length; ) {
    if (at + HEAD_BYTES > bytes.length) return null
    const [textLength, firstLength, secondLength, checksum] = new Uint32Array(bytes.buffer, bytes.byteOffset + at, 4) as unknown as number[]
    const text = at + HEAD_BYTES
    const first = text + textLength! + (-textLength! & 3)
    const second = first + firstLength! * 4
    const end = second + secondLength! * 4
    if (end > bytes.length || crc32(bytes.subarray(text, end)) !== checksum) return null
    blocks.push({
      text: bytes.subarray(text, text + textLength!),
      first: new Uint32Array(bytes.buffer, bytes.byteOffset + first, firstLength),
      second: new Uint32Array(bytes.buffer, bytes.byteOffset + second, secondLength),
    })
    at = end
    await nextTurn()
  }
  const last = blocks.pop()
  // A file that ends early ends with words.
  if (last === undefined || last.text.length > 0 || last.first.length * DIGEST_WORDS !== last.second.length * 2) return null
  const count = last.first.length / 2
  return {
    documents: { ids: last.first.subarray(0, count), slots: last.first.subarray(count), digests: last.second },
    *blocks() {
      for (const { text, first, second } of blocks) yield { words: text.toString('utf8'), counts: first, postings: second }
    },
  }
}
