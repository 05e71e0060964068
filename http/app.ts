import type { Logger } from 'pino'
import type { Language } from '#contract/errors.ts'
import type { FileStore } from '#files/file-store.ts'
import type { Sql } from '#store/sql.ts'
import type { SignedIn } from './signed-in.ts'

// What every handler of every part has at hand. Parts add their own (api/app.ts adds the catalog); nothing else is global.
export type App = {
  config: HttpConfig
  sql: Sql
  now: () => Date
  log: Logger
  files: FileStore
  signedIn: SignedIn
  // What is read from memory follows the store: `touched` after a change of our own, `settled` before a read that must show it.
  touched(): void
  /** A letter was written, and nothing else changed. */
  mailed(): void
  settled(): Promise<void> | null
}

export type HttpConfig = {
  publicUrl: string
  docsUrl: string // where the calls and the error codes are explained
  locale: Language
  trustProxy: string[]
  corsOrigins: string[]
  rateLimits: 'on' | 'campus' | 'off'
}
