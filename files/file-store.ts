import type { Readable } from 'node:stream'

// Content-addressed storage (SHA-256). Bytes come first and the row that names them second: a row without bytes would be a broken download,
// bytes without a row are removed later by the sweeper.
export type FileStore = {
  /** Writes a stream to a temporary file, counting and hashing it; more than `limit` bytes is a FileTooLarge. Nothing is stored yet. */
  receive(source: AsyncIterable<Uint8Array>, limit: number): Promise<Received>
  /** Stores bytes from memory. */
  keep(bytes: Uint8Array): Promise<{ sha256: string; size: number }>
  /** From `start` to `end`, both inclusive; throws FileMissing. */
  read(sha256: string, range?: { start: number; end: number }): Promise<Readable>
  has(sha256: string): Promise<boolean>
  /** For the sweeper: all stored files with their time, in ascending order of the hash. */
  list(): AsyncIterable<Listed>
  remove(sha256: string): Promise<void>
  /** Removes temporary files of processes that died. */
  tidy(before: Date): Promise<number>
  /** The id of the database these files belong to; set once, on first use. */
  identity(expected: string): Promise<string>
}

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
export class StorageFull extends Error {}

// EFBIG comes from a file size limit (ulimit); for the caller it is the same as a full disk.
const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

export const asStorageError = (error: unknown): unknown =>
  full.has((error as { code?: string }).code ?? '') ? new StorageFull('no space left for the file', { cause: error }) : error
