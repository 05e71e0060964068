import type { Logger } from 'pino'
import type { Sql } from '#database/sql.ts'
import type { FileStore } from '#files/file-store.ts'
import type { ZipInspector } from '#files/zip-thread.ts'
import type { DirectorySettings } from '#rules/settings/settings.ts'
import type { ConcurrencyLimit } from './limits/concurrency-limit.ts'
import type { Counts } from './observe/counts.ts'
import type { Uploads } from './request/upload.ts'
import type { SignedIn } from './session/signed-in.ts'

// Dependencies of the handlers of every part. Parts add their own (api/app.ts adds the catalog); nothing else is global.
export type App = {
  config: HttpConfig
  /** Follows the database; do not keep its values longer than a call. */
  settings: Readonly<DirectorySettings>
  sql: Sql
  now: () => Date
  log: Logger
  files: FileStore
  transfers: { uploads: Uploads; zips: ZipInspector; downloads: ConcurrencyLimit }
  signedIn: SignedIn
  counts: Counts
  changes: Changes
  /** This call belongs to a trace, which its rows must name. */
  isTraced?: () => boolean
}

/** What happens with the changes of this process. */
export type Changes = {
  /** After a committed change: refreshes the in-memory copies of the data. With several workers it resolves when the others know of the change. */
  invalidate(): Promise<void> | undefined
  /** After a change that only added an email to the outbox. */
  wakeMailer(): void
  /** Before a read that should show the changes of this process; null when there is nothing to wait for. A guest waits only for a moment. */
  whenFresh(isGuest: boolean): Promise<void> | null
  /** Before every call; null, or after a quiet time until the change feed has been read. */
  whenCaughtUp(): Promise<void> | null
}

export type HttpConfig = {
  publicUrl: string
  docsUrl: string // documentation of the calls and the error codes
  trustProxy: string[]
  corsOrigins: string[]
  rateLimits: 'on' | 'campus' | 'off'
}
