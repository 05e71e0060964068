import { join } from 'node:path'
import type { Logger } from 'pino'
import { createAvatarImages, imageLimits } from '#actions/image/avatar-image.ts'
import { coverLimits, createCoverMaker } from '#actions/image/cover-image.ts'
import { createLogoMaker, logoLimits } from '#actions/image/logo-image.ts'
import { placementLimits } from '#actions/round/placement-thread.ts'
import { type ApiApp, bulkLimits, type OperationSources } from '#api/app.ts'
import { openCatalog } from '#catalog/catalog.ts'
import type { Sql } from '#database/sql.ts'
import { createFairQueue } from '#heavy/fair-queue.ts'
import type { App } from '#http/app.ts'
import type { AddressShares } from '#http/limits/resources.ts'
import type { Histogram } from '#http/observe/histogram.ts'
import { createStreams } from '#http/response/event-stream.ts'
import type { ResponseCache } from '#http/response/response-cache.ts'
import { createComposer } from '#mail/compose.ts'
import type { Changed } from '#rules/dependency.ts'
import { formRecipient } from '#rules/settings/settings.ts'
import { createProgress } from '#spreadsheet/progress.ts'
import { createSheetThread, exportLimits, importLimits } from '#spreadsheet/read/worker-thread.ts'
import type { Pace } from '#store/change.ts'
import type { Config } from './config/config.ts'
import { createRoundSecrets } from './rounds/secrets.ts'
import type { LiveSettings } from './settings.ts'
import { divided, type Shares } from './workers/process-share.ts'

type ApiOptions = {
  config: Config
  sql: Sql
  log: Logger
  now: () => Date
  apiUrl: string
  responseCache: ResponseCache
  searches: Histogram
  shares?: AddressShares
  settings: LiveSettings
  operations: OperationSources
  share: Shares
  pace: Pace
}

/** The dependencies of the main API: catalog, event streams, queues of heavy work. */
export async function createApi(options: ApiOptions): Promise<Omit<ApiApp, keyof App>> {
  const { config, sql, log, now, apiUrl, responseCache, searches, shares, settings, operations, share, pace } = options
  const { calendar } = settings
  const streams = createStreams(shares)
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
  return {
    calendar,
    apiUrl,
    reloadSettings: settings.load,
    settingSources: config,
    streams,
    progress: createProgress(),
    sheets: createSheetThread(),
    imports: createFairQueue(divided(importLimits, share)),
    exports: createFairQueue(divided(exportLimits, share)),
    bulkEdits: createFairQueue(divided(bulkLimits, share)),
    avatarImages: createAvatarImages(divided(imageLimits, share)),
    covers: createCoverMaker(divided(coverLimits, share)),
    logos: createLogoMaker(divided(logoLimits, share)),
    roundSecrets: createRoundSecrets(config),
    placements: createFairQueue(divided(placementLimits, share)),
    operations,
    emailPreview: { compose, recipient: () => formRecipient(config, settings.values), mailFrom: config.mailFrom },
    catalog,
  }
}
