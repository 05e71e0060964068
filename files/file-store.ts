import type { Readable } from 'node:stream'

// Where bytes lie, by their SHA-256. Bytes come first and the row that names them second: a row without bytes would be a broken download,
// bytes without a row are swept later.
export type FileStore = {
  /** Takes bytes in beside the others, counting and hashing on the way; more than `limit` is a FileTooLarge. Nothing is kept yet. */
  receive(source: AsyncIterable<Uint8Array>, limit: number): Promise<Received>
  /** Bytes that lie in memory anyway, kept at once. */
  keep(bytes: Uint8Array): Promise<{ sha256: string; size: number }>
  /** From `start` to `end`, both included; a FileMissing when there are none. */
  read(sha256: string, range?: { start: number; end: number }): Promise<Readable>
  has(sha256: string): Promise<boolean>
  /** For the sweeper: everything there is, by its hash in rising order, with the time it came. */
  list(): AsyncIterable<Listed>
  remove(sha256: string): Promise<void>
  /** Removes what a process that died had taken in and never kept. */
  tidy(before: Date): Promise<number>
  /** Which database these bytes belong to; set once, on first use. */
  identity(expected: string): Promise<string>
}

export type Listed = { sha256: string; size: number; at: Date }

export type Received = {
  sha256: string
  size: number
  head: Buffer // the first bytes, for telling what it is
  path: string // where the bytes lie aside, until they are kept
  /** Durable under its hash when this resolves. Twice does no harm. */
  keep(): Promise<void>
  /** Forgets what was not kept. */
  discard(): Promise<void>
  /** The bytes as they lie aside, before they are kept. */
  open(): Readable
}

export class FileTooLarge extends Error {}
export class FileMissing extends Error {}
export class StorageFull extends Error {}

// EFBIG is what a limit on the size of files says; to the caller it is the same: there is no room.
const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

export const asStorageError = (error: unknown): unknown =>
  full.has((error as { code?: string }).code ?? '') ? new StorageFull('no room for the file', { cause: error }) : error
