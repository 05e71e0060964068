import type { Logger } from 'pino'
import type { ApiApp, OperationTimes } from '#api/app.ts'
import type { AuthApp } from '#auth/app.ts'
import { fixedEndpoints } from '#contract/index.ts'
import type { Database, Sql } from '#database/sql.ts'
import type { App } from '#http/app.ts'
import type { Preset } from '#http/limits/presets.ts'
import type { MountedHandler } from '#http/mounted-handler.ts'
import { createHistogram } from '#http/observe/histogram.ts'
import { createUnprefixed } from '#http/request/unprefixed.ts'
import { createResponseCache } from '#http/response/response-cache.ts'
import { createHttpServer, type Drain, type HttpServer } from '#http/server.ts'
import type { Worker } from '#mail/worker.ts'
import { createApi } from './api-app.ts'
import { createAuth } from './auth.ts'
import { createChanges, freshness } from './changes.ts'
import { apiUrlOf, authUrlOf, has, type PartName, prefixOf } from './config/addresses.ts'
import type { Config } from './config/config.ts'
import type { SharedIdp } from './dev/provider.ts'
import { createDuties, type Duties } from './duties/duties.ts'
import { createJobs } from './duties/jobs.ts'
import { refuseOtherStore } from './files/files.ts'
import { openMail } from './mail.ts'
import type { Observed } from './metrics/observed.ts'
import { createOperations } from './operations.ts'
import { makeParts, version } from './parts.ts'
import { createReadiness } from './readiness.ts'
import { createRoundSecrets } from './rounds/secrets.ts'
import { openShared } from './shared.ts'
import type { Tracing } from './tracing/tracing.ts'
import { ensureWebBuild, type WebBuild, webOutDir } from './web/build.ts'
import type { Peers } from './workers/peers.ts'
import { sharesOf } from './workers/process-share.ts'

export type Assembled = {
  app: App
  http: HttpServer
  worker: Worker | null
  observed: Observed
  duties: Duties // not started if `isElected`
  lagMs(): number // since the change feed was last read
  close(how?: Drain): Promise<void>
}

type Options = {
  alone?: PartName | null
  now?: () => Date
  limits?: Preset
  database: Database // for connections of its own
  limitStoreMs?: number // how long a call waits for the shared rate limits
  sendsMail?: boolean // false: emails stay in the outbox
  hasJobs?: boolean // false: no hourly jobs
  isElected?: boolean // the duties are started when this process is elected
  workers?: number // processes that share the resources of this machine
  peers?: Peers
  idp?: SharedIdp // the development provider of all workers
  freshness?: typeof freshness
  operationTimes?: OperationTimes // of the page Operations
  tracing?: Tracing | null
  web?: WebBuild // default: the build of the current sources
}

type Closer = (how?: Drain) => Promise<unknown>

// Composition root: creates the app and the server for all parts or for a single one, with only the dependencies it needs.
export async function assemble(config: Config, sql: Sql, log: Logger, options: Options): Promise<Assembled> {
  const closers: Closer[] = []
  const close = async (how?: Drain) => {
    for (const closer of closers.toReversed()) await closer(how)
  }
  try {
    return { ...(await assembleParts(config, sql, log, options, (closer) => closers.push(closer))), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function assembleParts(
  config: Config,
  sql: Sql,
  log: Logger,
  options: Options,
  onClose: (closer: Closer) => void,
): Promise<Omit<Assembled, 'close'>> {
  const { alone = null, now = () => new Date(), sendsMail = true, hasJobs = true, isElected = false, tracing = null, peers } = options
  const fresh = options.freshness ?? freshness
  const share = sharesOf(options.workers)
  const apiUrl = apiUrlOf(config, alone)
  let http: HttpServer | undefined
  const isBusy = () => Object.values(http?.observed.inProgress() ?? {}).some((count) => count > 0)
  const shared = await openShared(config, sql, log, { ...options, ...fresh, alone, now, share, tracing, isBusy, onClose })
  const { settings, feed, files, limits, rateLimits } = shared
  const responseCache = createResponseCache(share.cacheBytes)
  const searches = createHistogram()
  const mounts: MountedHandler[] = []
  const operations = createOperations(config, peers, options.operationTimes)

  const made = has('api', alone)
    ? await createApi({ config, sql, log, now, apiUrl, shared, responseCache, searches, operations, share, peers })
    : undefined
  const api = made?.api
  if (api) onClose(() => api.catalog.close())
  const auth = has('auth', alone)
    ? await createAuth(config, sql, log, {
        authUrl: authUrlOf(config, alone),
        now,
        mounts,
        shares: limits.shares,
        rateLimits,
        share,
        idp: options.idp,
        locale: settings.values.locale,
        ownOrigin: () => ownOrigin(http!),
        fetch: tracing?.fetch,
      })
    : undefined
  const mail = has('worker', alone) ? await openMail(config, sql, { now, log, apiUrl, settings: settings.values, tracing }) : undefined
  if (mail?.mount && alone === null) mounts.push(mail.mount)
  const worker = mail && sendsMail ? mail.start() : null
  if (worker) onClose(worker.stop)

  const changes = createChanges({
    shared,
    catalog: api?.catalog,
    progress: made?.progress,
    worker,
    peers,
    refused: operations.refused,
    fresh,
  })
  // A part that runs alone has its documentation at its own root.
  const appConfig = { ...config, docsUrl: `${apiUrl}/docs` }
  const app: App = { ...shared.ofApp, changes, config: appConfig }
  const apiApp: ApiApp | null = api ? Object.assign(app, api, { config: appConfig }) : null
  const authApp: AuthApp | null = auth ? Object.assign(app, { auth }) : null

  const onApplied = () => void changes.invalidate()
  const decisions = mail ? { sql, now, calendar: settings.calendar, log, secrets: createRoundSecrets(config), onApplied } : null
  const { jobs, lastSwept } = createJobs({ config, sql, log, now, files, hasApi: api !== undefined, auth })
  const duties = createDuties({ sql, log, jobs, hasJobs, decisions })
  if (!isElected) onClose(duties.start(null).stop)
  const build = () => options.web ?? ensureWebBuild({ outDir: webOutDir(config), log: (text) => log.info(text) })
  const web = alone === null ? await build() : null
  // Last, because it records the store in the database: a start that fails for another reason must not.
  if (api) await refuseOtherStore(files, sql, log)
  const readiness = await createReadiness({
    database: options.database,
    sql,
    feeds: api ? [api.catalog, feed] : [feed],
    storage: api ? { files, folder: config.dataDir } : null,
    log,
  })
  onClose(readiness.close)
  http = createHttpServer({
    app,
    parts: makeParts({ config, alone, app, apiApp, authApp, web, onSettings: settings.onChange }),
    responseCache,
    checkReadiness: readiness.check,
    limits,
    rateLimits,
    mounts,
    unprefixed: web ? createUnprefixed(prefixOf('api', alone), fixedEndpoints, web.routes.client) : undefined,
    trace: tracing?.call,
    refused: operations.refused,
    drainPauseMs: config.drainSeconds * 1000,
    onDrain: () => api?.streams.close(),
  })
  onClose(http.drain)
  const ofProcess = { swept: lastSwept, isLimitStoreUp: rateLimits.isStoreUp, dataDir: config.dataDir, version }
  const observed: Observed = { http, app, api, auth, feed, worker, searches, ...ofProcess }
  const lagMs = () => Math.max(feed.lagMs(), api?.catalog.lagMs() ?? 0)
  return { app, http, worker, observed, duties, lagMs }
}

function ownOrigin({ server }: HttpServer): string {
  const { address, port, family } = server.address() as { address: string; port: number; family: string }
  const host = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '[::1]' : family === 'IPv6' ? `[${address}]` : address
  return `http://${host}:${port}`
}
