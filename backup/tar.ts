// A tar archive as a stream (ustar): any tar program can list and extract a backup. Names are short and sizes are below 8 GB, so the oldest
// header is enough.

const BLOCK = 512
const END = Buffer.alloc(2 * BLOCK)
const FOLDER = '5'.charCodeAt(0)

export type Entry = { name: string; isFolder: boolean; size: number; content: AsyncIterable<Uint8Array> }

/** The header, the content and the padding of one entry. Fails if the content has another size. */
export async function* tarEntry(
  name: string,
  size: number,
  content: AsyncIterable<Uint8Array> | Uint8Array,
  at: Date,
): AsyncGenerator<Uint8Array> {
  yield headerOf(name, size, at)
  let written = 0
  for await (const part of content instanceof Uint8Array ? [content] : content) {
    written += part.length
    if (written > size) break
    yield part
  }
  if (written !== size) throw new Error(`${name} has not the expected ${size} bytes`)
  if (size % BLOCK > 0) yield Buffer.alloc(BLOCK - (size % BLOCK))
}

export const tarEnd = (): Uint8Array => END

function headerOf(name: string, size: number, at: Date): Buffer {
  const header = Buffer.alloc(BLOCK)
  if (Buffer.byteLength(name) > 100 || size >= 8 ** 11) throw new Error(`${name} does not fit into the archive`)
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write(
    `${Math.floor(at.getTime() / 1000)
      .toString(8)
      .padStart(11, '0')}\0`,
    136,
  )
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

const checksumOf = (header: Buffer): number => header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0)

export class DamagedArchive extends Error {}
const truncated = () => new DamagedArchive('the backup is damaged: it ends too early')

/** The entries in their order. The content of one is read before the next is asked for; what is left of it is skipped. */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  const reader = createReader(source)
  for (;;) {
    const header = await reader.take(BLOCK)
    if (header.every((byte) => byte === 0)) break
    const size = Number.parseInt(header.toString('latin1', 124, 135), 8)
    if (Number.parseInt(header.toString('latin1', 148, 154), 8) !== checksumOf(header) || !Number.isSafeInteger(size))
      throw new DamagedArchive('the backup is damaged: a part has no valid header')
    let left = size
    const content = (async function* () {
      while (left > 0) {
        const part = await reader.some(left)
        left -= part.length
        yield part
      }
    })()
    yield { name: header.toString('utf8', 0, header.indexOf(0)), isFolder: header[156] === FOLDER, size, content }
    while (left > 0) left -= (await reader.some(left)).length
    const padding = size % BLOCK > 0 ? await reader.take(BLOCK - (size % BLOCK)) : Buffer.alloc(0)
    if (padding.some((byte) => byte !== 0)) throw new DamagedArchive('the backup is damaged: there are bytes between its parts')
  }
  const isEmpty = async (): Promise<boolean> => (await reader.take(BLOCK)).every((byte) => byte === 0)
  let isAsWritten = await isEmpty()
  // Other programs write more empty blocks. What they have compressed has no end either, and the source says so when all of it is read.
  while (!(await reader.isAtEnd())) {
    isAsWritten = false
    if (!(await isEmpty())) break
  }
  if (!isAsWritten) throw new DamagedArchive('the backup is damaged: there are bytes after its end')
}

function createReader(source: AsyncIterable<Uint8Array>) {
  const parts = source[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  async function fill(): Promise<boolean> {
    while (held.length === 0) {
      const next = await parts.next()
      if (next.done) return false
      held = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength)
    }
    return true
  }
  /** At least one byte, at most this many. */
  async function some(most: number): Promise<Buffer> {
    if (!(await fill())) throw truncated()
    const part = held.subarray(0, most)
    held = held.subarray(part.length)
    return part
  }
  return {
    some,
    async take(length: number): Promise<Buffer> {
      const taken: Buffer[] = []
      for (let left = length; left > 0; left -= taken.at(-1)!.length) taken.push(await some(left))
      return taken.length === 1 ? taken[0]! : Buffer.concat(taken)
    },
    isAtEnd: async () => !(await fill()),
  }
}
