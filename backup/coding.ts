import { pipeline, Readable } from 'node:stream'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { DamagedArchive } from './tar.ts'

// Compression and encryption of everything that leaves for a backup. Streams only: nothing is in memory as a whole.

const LEVEL = 3
const WINDOW_LOG = 23 // 8 MB; more than the compressor uses, so that a foreign archive cannot ask for more memory
const MAGIC = 'age-encryption.org/v1'

// A skippable frame of zstd: programs ignore it, and we see that nothing is missing and nothing follows. The decompressor of Node does not report
// bytes after the last frame, nor that the last byte of its checksum is missing.
const FRAME = Buffer.from([0x50, 0x2a, 0x4d, 0x18])
const END_TEXT = Buffer.from('end of projectory backup')
const END_BYTES = 8 + END_TEXT.length + 8

/** The frame names the number of bytes before it. */
function endAfter(bytes: number): Buffer {
  const end = Buffer.concat([FRAME, Buffer.from([END_TEXT.length + 8, 0, 0, 0]), END_TEXT, Buffer.alloc(8)])
  end.writeBigUInt64LE(BigInt(bytes), END_BYTES - 8)
  return end
}

export type Identities = readonly string[] // AGE-SECRET-KEY-1…

const ignore = () => {}

/** Compressed and, with recipients, encrypted for each of them. */
export async function encoded(source: Readable, recipients: readonly string[]): Promise<Readable> {
  const zstd = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_checksumFlag]: 1 } })
  pipeline(source, zstd, ignore) // an error of either is one of the last stream
  const whole = Readable.from(withEnd(zstd), { objectMode: false })
  if (recipients.length === 0) return whole
  const { Encrypter } = await import('age-encryption') // loaded only when used
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  return Readable.fromWeb((await encrypter.encrypt(Readable.toWeb(whole) as ReadableStream<Uint8Array>)) as never)
}

/** Lines of a key file of age; comments begin with #. */
export const readIdentities = (text: string): Identities =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))

export class NeedsIdentity extends Error {
  constructor() {
    super('the backup is encrypted: pass the key that decrypts it, --identity <file> (a file with AGE-SECRET-KEY-1…)')
  }
}

/** Everything may be there, but another program has compressed it. */
export class NoEnd extends DamagedArchive {
  constructor() {
    super('the backup is damaged: it does not end as it should')
  }
}

/** Another key, or damage in the part that the key opens. */
export class WrongIdentity extends DamagedArchive {}

/** The reverse of `encoded`; every fault of the bytes is a DamagedArchive. */
export async function* decoded(source: Readable, identities: Identities): AsyncGenerator<Uint8Array> {
  const { first, all } = await peek(source)
  const isEncrypted = first.toString('latin1', 0, MAGIC.length) === MAGIC
  if (isEncrypted && identities.length === 0) {
    source.destroy()
    throw new NeedsIdentity()
  }
  const plain = isEncrypted ? await decrypted(all, identities) : all
  const zstd = createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG } })
  let hasEnd = true
  const withoutEnd = upToEnd(plain, () => {
    hasEnd = false
  })
  pipeline(Readable.from(withoutEnd, { objectMode: false }), zstd, ignore)
  try {
    for await (const part of zstd) yield part as Buffer
    if (!hasEnd) throw new NoEnd()
  } catch (error) {
    throw asDamage(error)
  } finally {
    source.destroy()
  }
}

async function* withEnd(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const part of source) {
    bytes += part.length
    yield part
  }
  yield endAfter(bytes)
}

/** Without the frame of `withEnd`. Where there is none, `missed` is called, and the rest may be all the same what was compressed. */
async function* upToEnd(source: AsyncIterable<Buffer>, missed: () => void): AsyncGenerator<Buffer> {
  let held = Buffer.alloc(0)
  let bytes = 0
  for await (const part of source) {
    const all = Buffer.concat([held, part])
    const cut = Math.max(0, all.length - END_BYTES)
    if (cut > 0) yield all.subarray(0, cut)
    bytes += cut
    held = all.subarray(cut)
  }
  if (held.equals(endAfter(bytes))) return
  if (held.includes(FRAME) || held.includes(END_TEXT)) throw new DamagedArchive('the backup is damaged: it does not end as it should')
  missed()
  yield held
}

async function decrypted(source: Readable, identities: Identities): Promise<Readable> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  try {
    return Readable.fromWeb((await decrypter.decrypt(Readable.toWeb(source) as ReadableStream<Uint8Array>)) as never)
  } catch (error) {
    throw new WrongIdentity(`the backup cannot be decrypted with this key: ${(error as Error).message}`, { cause: error })
  }
}

async function peek(source: Readable): Promise<{ first: Buffer; all: Readable }> {
  const parts = source[Symbol.asyncIterator]()
  let first = Buffer.alloc(0)
  while (first.length < MAGIC.length) {
    const next = await parts.next()
    if (next.done) break
    first = Buffer.concat([first, next.value as Buffer])
  }
  const all = Readable.from(
    (async function* () {
      if (first.length > 0) yield first
      for (let next = await parts.next(); !next.done; next = await parts.next()) yield next.value as Buffer
    })(),
    { objectMode: false },
  )
  return { first, all }
}

// Errors of the network and the disk stay what they are.
const asDamage = (error: unknown): unknown => {
  const { code = '', name, message, $metadata } = error as Error & { code?: string | number; $metadata?: unknown }
  const isUnread = code === 'ERR_STREAM_PREMATURE_CLOSE' || name === 'TimeoutError' || name === 'AbortError' || $metadata !== undefined
  if (error instanceof DamagedArchive || isUnread || (/^E[A-Z]+$/.test(String(code)) && code !== 'EINVAL')) return error
  return new DamagedArchive(`the backup is damaged: ${message}`, { cause: error })
}
