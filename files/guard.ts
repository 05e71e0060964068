import { Readable } from 'node:stream'
import { within } from '#async/within.ts'
import { FileDamaged, FileMissing, type FileStore, FileTooLarge, type Received, StorageFull, StorageUnavailable } from './file-store.ts'

/** All below the deadlines of the handlers (6 s for reads, 12 s for writes), so that a caller hears of the storage and not of a slow call. */
export type StorageDeadlines = { answerMs: number; keepMs: number; silenceMs: number; pageMs: number }
export const storageDeadlines: StorageDeadlines = { answerMs: 4000, keepMs: 10_000, silenceMs: 10_000, pageMs: 30_000 }

/** For the table of resources. */
export const storageResource = {
  owner: 'call',
  perOwner: 1,
  total: 200, // connections to an S3 server
  deadlineMs: storageDeadlines.keepMs,
  refusal: 'storage_unavailable',
} as const

const expected = [FileTooLarge, FileMissing, FileDamaged, StorageFull, StorageUnavailable]

/** Every call of the store gets a deadline, and every error that is not one of file-store.ts becomes StorageUnavailable. */
export function guard(store: FileStore, deadlines = storageDeadlines): FileStore {
  const { answerMs, keepMs, silenceMs, pageMs } = deadlines
  const guarded = (received: Received): Received => ({ ...received, keep: () => inTime(keepMs, received.keep()) })
  return {
    // Only the local disk and the source are involved, and the source has its own deadline.
    receive: async (source, limit) => guarded(await store.receive(source, limit)),
    keep: (bytes) => inTime(keepMs, store.keep(bytes)),
    async read(sha256, size, range) {
      const opening = store.read(sha256, size, range)
      const source = await inTime(answerMs, opening).catch((error) => {
        opening.then((late) => late.destroy(), ignore)
        throw error
      })
      source.on('error', ignore) // the iterator reports it
      const parts = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>
      // The first part is read before the caller announces a file: a storage that is silent by then can still be reported.
      const first = await inTime(answerMs, parts.next()).catch((error) => {
        source.destroy()
        throw error
      })
      return Readable.from(timely(source, parts, first, silenceMs), { objectMode: false })
    },
    sizeOf: (sha256) => inTime(answerMs, store.sizeOf(sha256)),
    async *list() {
      const files = store.list()[Symbol.asyncIterator]()
      for (let next = await inTime(pageMs, files.next()); !next.done; next = await inTime(pageMs, files.next())) yield next.value
    },
    remove: (sha256) => inTime(answerMs, store.remove(sha256)),
    tidy: (before) => store.tidy(before),
    probe: () => inTime(answerMs, store.probe()),
    label: (name, text) => inTime(keepMs, store.label(name, text)),
    readLabel: (name) => inTime(answerMs, store.readLabel(name)),
  }
}

const ignore = (): void => {}

async function inTime<T>(ms: number, work: Promise<T>): Promise<T> {
  try {
    return await within(work, ms, () => {
      throw new StorageUnavailable(`the file store did not answer within ${ms} ms`)
    })
  } catch (error) {
    throw expected.some((kind) => error instanceof kind) ? error : new StorageUnavailable('the file store failed', { cause: error })
  }
}

// Asks for the next part only when the reader wants it, so that a slow reader does not look like a silent storage.
async function* timely(
  source: Readable,
  parts: AsyncIterator<Buffer>,
  first: IteratorResult<Buffer>,
  silenceMs: number,
): AsyncGenerator<Buffer> {
  try {
    for (let part = first; !part.done; part = await inTime(silenceMs, parts.next())) yield part.value
  } finally {
    source.destroy()
  }
}
