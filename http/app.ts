import type { Logger } from 'pino'
import type { Language } from '#contract/errors.ts'
import type { Sql } from '#store/sql.ts'
import type { SignedIn } from './signed-in.ts'

// What every handler of every part has at hand. Parts add their own (api/app.ts adds the catalog); nothing else is global.
export type App = {
  config: HttpConfig
  sql: Sql
  now: () => Date
  log: Logger
  signedIn: SignedIn
}

export type HttpConfig = {
  publicUrl: string
  docsUrl: string // where the calls and the error codes are explained
  locale: Language
  trustProxy: string[]
  corsOrigins: string[]
  rateLimits: 'on' | 'campus' | 'off'
}
