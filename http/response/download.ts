import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { assertLength, FileDamaged, FileMissing, type FileStore, type Range } from '#files/file-store.ts'
import { type Call, finish, writeHead } from '#http/call.ts'
import { SMALL_FILE } from '#http/limits/resources.ts'
import { Refusal } from './problem.ts'

// The answer of a handler that sends a stored file.
export type FileBytes = { file: number; sha256: string; size: number; name: string; mime: string; isPublic: boolean; isImmutable?: boolean }
export const isFileBytes = (value: unknown): value is FileBytes =>
  typeof (value as FileBytes | null)?.sha256 === 'string' && typeof (value as FileBytes).file === 'number'

// RFC 9110 14.2: a single range is served; several ranges, or an invalid header, are ignored.
export function rangeOf(header: string | undefined, size: number): Range | 'unsatisfiable' | null {
  const match = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/i.exec(header?.replaceAll(' ', '') ?? '')
  if (!match) return null
  const [, first, last, suffix] = match
  if (suffix !== undefined)
    return size > 0 && Number(suffix) > 0 ? { start: Math.max(0, size - Number(suffix)), end: size - 1 } : 'unsatisfiable'
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)]
  if (last !== '' && Number(last) < start) return null
  return start < size ? { start, end } : 'unsatisfiable'
}

// RFC 6266 with RFC 8187: an ASCII name for old clients and the UTF-8 name. Always `attachment`, never `inline`.
export function dispositionOf(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%;]/g, '_')
  const real = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${real}`
}

// isImmutable: the URL contains a version.
const cachingOf = ({ isPublic, isImmutable }: FileBytes): string[] => {
  if (isImmutable) return ['Cache-Control', 'public, max-age=31536000, immutable']
  return ['Cache-Control', isPublic ? 'public, max-age=0, must-revalidate' : 'private, no-store', 'Vary', 'Authorization']
}

const headersFor = ({ sha256, name, mime, ...file }: FileBytes): string[] => [
  'Content-Type',
  mime.startsWith('text/') ? `${mime}; charset=utf-8` : mime,
  'Content-Disposition',
  dispositionOf(name),
  'Accept-Ranges',
  'bytes',
  'ETag',
  `"${sha256}"`,
  ...cachingOf({ sha256, name, mime, ...file }),
  'Content-Security-Policy',
  "sandbox; default-src 'none'",
]

export const matchesEtag = (given: string | undefined, etag: string): boolean =>
  given !== undefined && (given.trim() === '*' || given.split(',').some((one) => one.trim().replace(/^W\//, '') === etag))

const VERIFIED_FIRST = 256 * 1024

async function assertStored(files: FileStore, sha256: string, size: number): Promise<void> {
  const stored = await files.sizeOf(sha256)
  if (stored === undefined) throw new FileMissing('file not found in the store')
  assertLength(stored, size)
}

// The store compares a whole file with its hash while it is read. A small file is read before anything is sent, so that damage can be
// reported; a large damaged one ends before its last part.
async function openVerified(files: FileStore, { sha256, size }: FileBytes, range: Range | undefined): Promise<Readable> {
  const stream = await files.read(sha256, size, range)
  if (range || size > VERIFIED_FIRST) return stream
  return Readable.from([Buffer.concat(await stream.toArray())], { objectMode: false })
}

// Sends a file or the requested range of it.
export async function sendFile(call: Call, bytes: FileBytes): Promise<void> {
  const { app } = call.server
  const { headers } = call.message
  const { sha256, size, file } = bytes
  const etag = `"${sha256}"`
  const head = (status: number, more: string[]): void => writeHead(call, status, [...headersFor(bytes), ...more])
  const asRefusal = (error: unknown): unknown => {
    if (error instanceof FileDamaged) return new Refusal('file_damaged', { file })
    if (!(error instanceof FileMissing)) return error
    app.log.error({ id: call.id, file, sha256, err: error }, 'the bytes of a file are missing')
    return new Refusal('file_not_found', { file })
  }
  if (matchesEtag(headers['if-none-match'], etag)) {
    writeHead(call, 304, ['ETag', etag, ...cachingOf(bytes)]) // RFC 9110 15.4.5: no headers that describe a body
    return finish(call, 304)
  }
  if (call.method === 'HEAD') {
    await assertStored(app.files, sha256, size).catch((error) => Promise.reject(asRefusal(error)))
    head(200, ['Content-Length', String(size)])
    return finish(call, 200)
  }
  // RFC 9110 13.1.5: a range is only sent if the version is unchanged.
  const condition = headers['if-range']
  const range = condition === undefined || condition === etag ? rangeOf(headers.range, size) : null
  if (range === 'unsatisfiable')
    throw new Refusal('range_not_satisfiable', { size }, { headers: { 'content-range': `bytes */${size}`, 'accept-ranges': 'bytes' } })
  const { start, end } = range ?? { start: 0, end: size - 1 }
  const length = end - start + 1
  const release = length <= SMALL_FILE ? call.release : app.transfers.downloads.acquire({ address: call.ip, person: call.caller?.id })
  if (length > SMALL_FILE) call.release()
  try {
    const stream = await openVerified(app.files, bytes, range ?? undefined).catch((error) => Promise.reject(asRefusal(error)))
    head(range ? 206 : 200, ['Content-Length', String(length), ...(range ? ['Content-Range', `bytes ${start}-${end}/${size}`] : [])])
    call.response.setTimeout(call.server.stallMs, () => call.response.destroy())
    await pipeline(stream, call.response).catch((error) => {
      call.response.destroy() // the headers have been sent: an aborted connection is the only way to report it
      app.log.debug({ id: call.id, err: error }, 'a download was aborted')
    })
    call.server.log(call, range ? 206 : 200, length)
  } finally {
    release()
  }
}
