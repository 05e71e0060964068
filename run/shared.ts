import type { Logger } from 'pino'
import { moveWindowDays } from '#actions/round/windows.ts'
import type { Database, Sql } from '#database/sql.ts'
import { createZipInspector, zipLimits } from '#files/zip-thread.ts'
import type { App } from '#http/app.ts'
import { createConcurrencyLimit } from '#http/limits/concurrency-limit.ts'
import { type Preset, presets } from '#http/limits/presets.ts'
import { createRateLimits } from '#http/limits/rate-limits.ts'
import { createUploadRate } from '#http/limits/upload-rate.ts'
import { createCounts } from '#http/observe/counts.ts'
import { createUploads } from '#http/request/upload.ts'
import { createTokenReader } from '#http/session/access-token.ts'
import { followSessions } from '#http/session/session-feed.ts'
import { createSignedIn } from '#http/session/signed-in.ts'
import { listPublicKeys } from '#store/session/signing-key.ts'
import { fixTimeZone } from '#store/setting.ts'
import { authUrlOf, has, type PartName } from './config/addresses.ts'
import type { Config } from './config/config.ts'
import { openFeedPace } from './feed-pace.ts'
import { openFiles } from './files/files.ts'
import { openSharedLimits } from './limits.ts'
import { createSettings } from './settings.ts'
import type { Tracing } from './tracing/tracing.ts'
import { type Peers, sharedSessions } from './workers/peers.ts'
import { divided, type sharesOf } from './workers/process-share.ts'

export type SharedOptions = {
  alone: PartName | null
  now: () => Date
  database: Database // for connections of its own
  share: ReturnType<typeof sharesOf>
  limits?: Preset
  limitStoreMs?: number // how long a call waits for the shared rate limits
  guestMs: number
  tracing: Tracing | null
  peers?: Peers
  isBusy(): boolean
  onClose(closer: () => Promise<unknown>): void
}

export type Shared = Awaited<ReturnType<typeof openShared>>

/** What every part of a process uses: settings, sessions, the change feed, rate limits, files. */
export async function openShared(config: Config, sql: Sql, log: Logger, options: SharedOptions) {
  const { alone, now, database, share, tracing, peers, isBusy, guestMs, onClose } = options
  const reader = createTokenReader({ issuer: authUrlOf(config, alone), listKeys: () => listPublicKeys(sql), now, log })
  const sessions = createSignedIn({ sql, now, reader })
  const settings = createSettings(sql, config)
  const pace = openFeedPace({ database, sql, log, isBusy, waitMs: guestMs })
  onClose(pace.stop)
  // Settings are loaded after the position in the change feed is taken: no change is missed.
  const feed = await followSessions(sql, sessions, log, settings.load, pace)
  onClose(feed.stop)
  await settings.load()
  if (has('api', alone))
    await sql.begin(async (sql) => {
      const isChanged = await fixTimeZone(sql, config.fixedSettings.timeZone ?? null)
      if (isChanged) await moveWindowDays(sql, settings.values.timeZone, now())
    })
  const isServing = has('api', alone) || has('auth', alone)
  const limitStore = isServing ? await openSharedLimits(config, { sql, database, timeoutMs: options.limitStoreMs }, log) : null
  const limits = share.ofPreset(options.limits ?? presets[config.rateLimits])
  const rateLimits = createRateLimits(limits, limitStore)
  onClose(rateLimits.stop)
  const stored = await openFiles(config, sql, log, undefined, tracing?.headers)
  const files = tracing?.files(stored) ?? stored
  const rate = config.rateLimits === 'off' ? undefined : createUploadRate({ bucketOf: rateLimits.bucket })
  const { shares } = limits
  const ofApp = {
    settings: settings.values,
    sql,
    now,
    log,
    files,
    transfers: {
      uploads: createUploads({ shares, total: share.uploads, rate }),
      zips: createZipInspector(divided(zipLimits, share)),
      downloads: createConcurrencyLimit('downloads', shares, share.downloads),
    },
    signedIn: peers ? sharedSessions(sessions, peers) : sessions,
    counts: createCounts(),
    ...(tracing && { isTraced: () => tracing.statements.traceparent() !== null }),
  } satisfies Omit<App, 'config' | 'changes'>
  return { ofApp, sessions, settings, pace, feed, limits, rateLimits, files }
}
