import type { ApiApp } from '#api/app.ts'
import type { Auth } from '#auth/app.ts'
import type { App } from '#http/app.ts'
import type { RateLimits } from '#http/limits/rate-limits.ts'
import type { Histogram } from '#http/observe/histogram.ts'
import type { HttpServer } from '#http/server.ts'
import type { Worker } from '#mail/worker.ts'
import type { Swept } from '#run/duties/sweep.ts'
import type { FeedFollower } from '#store/follow-feed.ts'

/** The parts of a process that its metrics are read from. */
export type Observed = {
  http: HttpServer
  app: App
  api?: Pick<ApiApp, 'catalog' | 'streams'>
  auth?: Pick<Auth, 'retries' | 'failedTokens'>
  feed: Pick<FeedFollower, 'lagMs'>
  worker: Pick<Worker, 'isOpen'> | null
  searches: Histogram
  isLimitStoreUp: RateLimits['isStoreUp']
  /** The result of the last comparison of files and database; null before the first, and in a process that does not lead. */
  swept: () => Swept | null
  dataDir: string
  version: string
}
