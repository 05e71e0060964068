import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import type { Endpoint } from '#contract/endpoint.ts'
import { type FileStore, FileTooLarge, type Received } from '#files/file-store.ts'
import { storedName } from '#files/name.ts'
import { acceptedExtensions, extensionOf, isGenuine, mimeOf, type ZipNamesOf } from '#files/sniff.ts'
import type { ZipInspector } from '#files/zip-thread.ts'
import { createConcurrencyLimit } from '#http/limits/concurrency-limit.ts'
import { type AddressShares, resources } from '#http/limits/resources.ts'
import type { UploadRate } from '#http/limits/upload-rate.ts'
import { Refusal } from '#http/response/problem.ts'

export type Upload = Received & { name: string; extension: string; mime: string }
export type Form = { fields: Record<string, string>; files: Upload[] }
type UploadRules = Pick<Endpoint, 'errors'> & { files: NonNullable<Endpoint['files']> }
type NamedFile = { given: string; received: Received }

const MOST_PARTS = 12
const MOST_FIELDS = 10
const FIELD_BYTES = 8 * 1024
const MEGABYTE = 1024 * 1024
const LONGEST_TYPE = 256 // of the Content-Type; the time of the parser grows with its boundary, which RFC 2046 limits to 70 characters
const REST_SECONDS = 60
const REST_BYTES = 100 * MEGABYTE

export type Pace = { graceSeconds: number; bytesPerSecond: number; mostSeconds: number }
export const pace: Pace = { graceSeconds: 10, bytesPerSecond: 16 * 1024, mostSeconds: resources.uploads.deadlineMs / 1000 }

// Reads multipart/form-data as it streams, each file directly into the temporary directory of the store.
export async function receiveForm(
  message: IncomingMessage,
  rules: UploadRules,
  { files: store, uploads, zips }: { files: FileStore; uploads: Uploads; zips: ZipInspector },
  owners: UploadOwners,
  at = pace,
): Promise<Form> {
  const release = uploads.acquire(owners, message)
  try {
    const spend = (bytes: number) => uploads.rate?.spend(owners.person, bytes)
    const { fields, files } = await readForm(message, rules.files, store, { at, spend })
    uploads.counts.files += files.length
    uploads.counts.bytes += files.reduce((sum, { received }) => sum + received.size, 0)
    const zipNames: ZipNamesOf = (path) => zips.namesOf(owners.person, path, owners.signal?.())
    try {
      return { fields, files: files.map((file) => uploadOf(file, rules, zipNames)) }
    } catch (error) {
      await Promise.all(files.map(({ received }) => received.discard()))
      throw error
    }
  } catch (error) {
    uploads.counts[message.complete ? 'refused' : 'aborted']++
    throw error
  } finally {
    release()
  }
}

export type Uploads = ReturnType<typeof createUploads>

type UploadOwners = { person: number; address: string; signal?: () => AbortSignal }

/** Limits concurrent uploads, and what a person uploads in an hour; without a rate that is not limited. */
type UploadOptions = { shares?: AddressShares; total?: number; rate?: UploadRate }

export function createUploads({ shares, total, rate }: UploadOptions = {}) {
  const limit = createConcurrencyLimit('uploads', shares, total)
  return {
    rate,
    /** For the metrics: files received and their bytes, forms refused and forms that did not arrive completely. */
    counts: { files: 0, bytes: 0, refused: 0, aborted: 0 },
    get inProgress() {
      return limit.count
    },
    /** Returns the function that releases the slot. */
    acquire(owners: UploadOwners, message: IncomingMessage): () => void {
      try {
        rate?.begin(owners.person, Number(message.headers['content-length'] ?? 0))
        return limit.acquire(owners)
      } catch (refusal) {
        discardRest(message)
        throw refusal
      }
    },
  }
}

// Phones read the response only after they have sent the whole body; a closed connection would look like a network error. So the rest of
// the body is read and discarded.
function discardRest(message: IncomingMessage, seconds = REST_SECONDS): void {
  let size = 0
  const disconnect = () => message.socket.destroy()
  const timer = setTimeout(disconnect, seconds * 1000)
  timer.unref()
  message.once('close', () => clearTimeout(timer))
  message.once('end', () => clearTimeout(timer))
  message.on('data', (part: Buffer) => {
    size += part.length
    if (size > REST_BYTES) disconnect()
  })
  message.resume()
}

const malformed = (why: string): Refusal => new Refusal('malformed_upload', { why })

function parserFor(message: IncomingMessage, mostFiles: number, fieldSize: number): BusboyInstance {
  try {
    if ((message.headers['content-type'] ?? '').length > LONGEST_TYPE) throw new Error('Content-Type is too long')
    const limits = { files: mostFiles, fields: MOST_FIELDS, fieldSize, parts: MOST_PARTS, headerPairs: 20, headerSize: 4096 }
    return new Busboy({ headers: message.headers as { 'content-type': string }, limits })
  } catch (error) {
    discardRest(message)
    throw malformed((error as Error).message)
  }
}

type Watch = { at: Pace; spend: (bytes: number) => void }

async function readForm(message: IncomingMessage, rules: UploadRules['files'], store: FileStore, { at, spend }: Watch) {
  const { most, mostBytes, fieldBytes = FIELD_BYTES } = rules
  const parser = parserFor(message, most, fieldBytes)
  const fields = new Map<string, string>()
  const receiving: Promise<NamedFile>[] = []
  const streams: Readable[] = []
  const { promise: read, resolve: done, reject: fail } = Promise.withResolvers<void>()
  const tooMany = () => {
    parser.destroy() // at its end it would emit an error on the part that it skips, which has no handler: that ends the process
    fail(new Refusal('too_many_files', { limit: most }))
  }

  parser.on('field', (name: string | undefined, value: string, _, isCut: boolean) => {
    if (name === undefined || name === '') fail(malformed('a part has no name'))
    else if (isCut) fail(malformed(`a field has more than ${fieldBytes} bytes`))
    else if (fields.has(name)) fail(malformed('a field comes twice'))
    else fields.set(name, value)
  })
  parser.on('file', (part: string | undefined, stream: Readable, given: string | undefined) => {
    streams.push(stream.on('error', () => {})) // store.receive reports it
    if (part !== 'files') {
      stream.resume()
      return fail(malformed('a file is in another part than “files”'))
    }
    const receipt = store.receive(stream, mostBytes).then((received) => ({ given: given ?? '', received }))
    receipt.catch((error) => fail(refusalOf(error, mostBytes)))
    receiving.push(receipt)
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, tooMany)
  parser.on('error', (error: unknown) => fail(malformed((error as Error).message.slice(0, 100))))
  parser.on('finish', done)
  const onClose = () => {
    if (!message.complete) fail(malformed('the connection broke off'))
  }
  message.once('close', onClose).once('error', onClose)
  if (message.destroyed) onClose()
  const stopWatch = watchPace(message, at, (rate) => fail(new Refusal('too_slow', { rate })))
  const count = (part: Buffer): void => {
    try {
      spend(part.length)
    } catch (error) {
      message.off('data', count) // refused once
      fail(error)
    }
  }
  message.on('data', count)
  message.pipe(parser)
  try {
    await read
    // Browsers send an empty part for a file input without a file.
    const files = await Promise.all(receiving)
    const [chosen, empty] = [files.filter(isChosen), files.filter((file) => !isChosen(file))]
    await Promise.all(empty.map(({ received }) => received.discard()))
    return { fields: Object.fromEntries(fields), files: chosen }
  } catch (error) {
    message.unpipe(parser)
    discardRest(message, error instanceof Refusal && error.code === 'too_slow' ? at.graceSeconds : REST_SECONDS)
    for (const stream of streams) stream.destroy(new Error('the upload was refused'))
    const settled = await Promise.allSettled(receiving)
    await Promise.all(settled.map((one) => one.status === 'fulfilled' && one.value.received.discard()))
    throw error
  } finally {
    stopWatch()
    message.off('data', count)
    message.off('close', onClose).off('error', onClose)
  }
}

const isChosen = ({ given, received }: NamedFile): boolean => given !== '' || received.size > 0

function refusalOf(error: unknown, mostBytes: number): unknown {
  if (error instanceof FileTooLarge) return new Refusal('file_too_large', { limit: mostBytes / MEGABYTE })
  return error
}

function watchPace(message: IncomingMessage, { graceSeconds, bytesPerSecond, mostSeconds }: Pace, tooSlow: (rate: number) => void) {
  const startedAt = performance.now()
  let size = 0
  const count = (part: Buffer): void => {
    size += part.length
  }
  message.on('data', count)
  const timer = setInterval(
    () => {
      const seconds = (performance.now() - startedAt) / 1000
      if (seconds > mostSeconds || (seconds > graceSeconds && size < seconds * bytesPerSecond)) tooSlow(bytesPerSecond / 1024)
    },
    Math.min(1000, graceSeconds * 100),
  )
  return () => {
    clearInterval(timer)
    message.off('data', count)
  }
}

// The type is checked by name at first, and by content before the file is stored: inspecting it takes time, and only then the handler has
// checked that the caller may store it. Endpoints without `file_type_refused` in their contract check the type themselves: an image by
// decoding it.
function uploadOf({ given, received }: NamedFile, { errors }: UploadRules, zipNames: ZipNamesOf): Upload {
  const name = storedName(given)
  const isChecked = errors.includes('file_type_refused')
  const mime = isChecked ? mimeOf(given) : 'application/octet-stream'
  const wrongType = () => new Refusal('file_type_refused', { name, expected: acceptedExtensions })
  if (mime === null) throw wrongType()
  const store = async () => {
    if (isChecked && !(await isGenuine(given, { ...received, zipNames })))
      throw received.size === 0 ? new Refusal('file_empty', { name }) : wrongType()
    await received.keep()
  }
  let stored: Promise<void> | undefined
  const keep = () => {
    stored ??= store()
    return stored
  }
  return { ...received, name, extension: extensionOf(isChecked ? given : name), mime, keep }
}
