import { join } from 'node:path'
import type { Logger } from 'pino'
import { createImages } from '#actions/image/images.ts'
import { placementLimits } from '#actions/round/placement-thread.ts'
import { type ApiApp, bulkLimits, type OperationSources } from '#api/app.ts'
import { openCatalog } from '#catalog/catalog.ts'
import type { Sql } from '#database/sql.ts'
import { createFairQueue } from '#heavy/fair-queue.ts'
import type { App } from '#http/app.ts'
import type { Histogram } from '#http/observe/histogram.ts'
import { createStreams } from '#http/response/event-stream.ts'
import type { ResponseCache } from '#http/response/response-cache.ts'
import { createComposer } from '#mail/compose.ts'
import type { Changed } from '#rules/dependency.ts'
import { formRecipient } from '#rules/settings/settings.ts'
import { createProgress, type ImportProgress } from '#spreadsheet/progress.ts'
import { createSheetThread, exportLimits, importLimits } from '#spreadsheet/read/worker-thread.ts'
import type { Config } from './config/config.ts'
import { createRoundSecrets } from './rounds/secrets.ts'
import type { Shared } from './shared.ts'
import { type Peers, sharedProgress } from './workers/peers.ts'
import { divided, type Shares } from './workers/process-share.ts'

type ApiOptions = {
  config: Config
  sql: Sql
  log: Logger
  now: () => Date
  apiUrl: string
  responseCache: ResponseCache
  searches: Histogram
  operations: OperationSources
  share: Shares
  shared: Pick<Shared, 'settings' | 'pace' | 'limits'>
  peers?: Peers
}

/** The dependencies of the main API: catalog, event streams, queues of heavy work. `progress` is that of the imports of this process alone. */
export async function createApi(options: ApiOptions): Promise<{ api: Omit<ApiApp, keyof App>; progress: ImportProgress }> {
  const { config, sql, log, now, apiUrl, shared, responseCache, searches, operations, share, peers } = options
  const { settings, pace } = shared
  const { calendar } = settings
  const streams = createStreams(shared.limits.shares)
  const progress = createProgress()
  const { publicPeople } = config
  const onChange = (changed: Changed) => {
    responseCache.invalidate(changed)
    streams.notify()
  }
  const compose = createComposer({ ...config, sql, now, apiUrl, settings: settings.values })
  const onSearch = (ms: number) => searches.add(ms)
  const cacheDir = join(config.dataDir, 'cache')
  const catalog = await openCatalog({ sql, now, calendar, apiUrl, publicPeople, cacheDir, log, onChange, onSearch, pace })
  settings.onChange(({ timeZone }) => {
    if (timeZone !== settings.values.timeZone) catalog.reload() // the days of instants in memory
    onChange('everything')
  })
  const api = {
    calendar,
    apiUrl,
    reloadSettings: settings.load,
    streams,
    imports: {
      queue: createFairQueue(divided(importLimits, share)),
      sheets: createSheetThread(),
      progress: peers ? sharedProgress(progress, peers) : progress,
    },
    queues: {
      exports: createFairQueue(divided(exportLimits, share)),
      bulkEdits: createFairQueue(divided(bulkLimits, share)),
      placements: createFairQueue(divided(placementLimits, share)),
    },
    images: createImages((limits) => divided(limits, share)),
    roundSecrets: createRoundSecrets(config),
    operations,
    emailPreview: { compose, recipient: () => formRecipient(config, settings.values), mailFrom: config.mailFrom },
    catalog,
  }
  return { api, progress }
}
