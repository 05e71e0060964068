import type { Logger } from 'pino'
import type { Language } from '#contract/errors.ts'
import type { FileStore } from '#files/file-store.ts'
import type { Sql } from '#store/sql.ts'
import type { Places } from './places.ts'
import type { SignedIn } from './signed-in.ts'
import type { Uploads } from './upload.ts'

// What every handler of every part can use. Parts add their own (api/app.ts adds the catalog); nothing else is global.
export type App = {
  config: HttpConfig
  sql: Sql
  now: () => Date
  log: Logger
  files: FileStore
  uploads: Uploads
  downloads: Places
  signedIn: SignedIn
  /** After a committed change: what is held in memory is read again. */
  invalidate(): void
  /** After a change that only added an email to the outbox. */
  wakeMailer(): void
  /** Before a read that must show the changes of this process; null when there is nothing to wait for. */
  whenFresh(): Promise<void> | null
}

export type HttpConfig = {
  publicUrl: string
  docsUrl: string // where the calls and the error codes are explained
  locale: Language
  trustProxy: string[]
  corsOrigins: string[]
  rateLimits: 'on' | 'campus' | 'off'
}
