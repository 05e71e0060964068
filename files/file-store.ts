import type { Readable } from 'node:stream'

// Content-addressed storage (SHA-256). Bytes come first and the row that names them second: a row without bytes would be a broken download,
// bytes without a row are removed later by the sweeper.
export type FileStore = {
  /** Writes a stream to a temporary file, counting and hashing it; more than `limit` bytes is a FileTooLarge. Nothing is stored yet. */
  receive(source: AsyncIterable<Uint8Array>, limit: number): Promise<Received>
  /** Stores bytes from memory. */
  keep(bytes: Uint8Array): Promise<{ sha256: string; size: number }>
  /**
   * The file, or a range of it, both ends inclusive. Throws FileMissing, and FileDamaged when the stored length is not `size`.
   * The content is not compared with its hash.
   */
  read(sha256: string, size: number, range?: Range): Promise<Readable>
  /** The stored length; undefined when the file is missing. */
  sizeOf(sha256: string): Promise<number | undefined>
  /** For the sweeper: all stored files with their time, in ascending order of the hash. */
  list(): AsyncIterable<Listed>
  remove(sha256: string): Promise<void>
  /** Removes temporary files of processes that died. */
  tidy(before: Date): Promise<number>
  /** Fails when the store is away, is not the one that was labelled, or takes no bytes. */
  probe(): Promise<void>
  /** A short text stored under this name: the given one on first use, then always the same. */
  label(name: 'identity' | 'store-id', text: string): Promise<string>
  /** That text; undefined before its first use. */
  readLabel(name: 'identity' | 'store-id'): Promise<string | undefined>
}

export type Range = { start: number; end: number }
export type Listed = { sha256: string; size: number; at: Date }

export type Received = {
  sha256: string
  size: number
  head: Buffer // the first bytes, for type detection
  path: string // the temporary file
  /** Stored durably under its hash when this resolves. Idempotent. */
  keep(): Promise<void>
  /** Removes the temporary file. */
  discard(): Promise<void>
  /** Reads the temporary file. */
  open(): Readable
}

export class FileTooLarge extends Error {}
export class FileMissing extends Error {}
export class FileDamaged extends Error {}
export class StorageFull extends Error {}
/** The storage does not answer, answers with an error, or its disk fails. */
export class StorageUnavailable extends Error {}

export const assertLength = (stored: number | undefined, size: number): void => {
  if (stored !== size) throw new FileDamaged(`the stored file has ${stored} bytes instead of ${size}`)
}

// EFBIG comes from a file size limit (ulimit); for the caller it is the same as a full disk.
const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const broken = new Set(['EIO', 'EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'ESTALE', 'EMFILE', 'ENFILE', 'EBADF'])

/** A write through a handle fails without the name of its file, which tells operators which disk it was. */
export function named(error: unknown, path: string): unknown {
  const fault = error as NodeJS.ErrnoException
  if (fault instanceof Error && fault.path === undefined && (fault.syscall === 'write' || fault.syscall === 'fsync')) fault.path = path
  return error
}

/** Errors of the disk become errors of the storage. Others stay: a source may fail too, for example with ECONNRESET. */
export function asStorageError(error: unknown, path?: string): unknown {
  const { code = '' } = error as { code?: string }
  if (path !== undefined) named(error, path)
  if (full.has(code)) return new StorageFull('no space left for the file', { cause: error })
  if (broken.has(code)) return new StorageUnavailable(`the disk of the file store fails: ${code}`, { cause: error })
  return error
}
