import type { Logger } from 'pino'
import { moveWindowDays } from '#actions/round/windows.ts'
import type { OperationTimes } from '#api/app.ts'
import { maintainKeys } from '#auth/token/keys.ts'
import { fixedEndpoints } from '#contract/index.ts'
import type { Database, Sql } from '#database/sql.ts'
import { createZipInspector, zipLimits } from '#files/zip-thread.ts'
import type { App } from '#http/app.ts'
import { createConcurrencyLimit } from '#http/limits/concurrency-limit.ts'
import { type Preset, presets } from '#http/limits/presets.ts'
import { createRateLimits } from '#http/limits/rate-limits.ts'
import { createUploadRate } from '#http/limits/upload-rate.ts'
import type { MountedHandler } from '#http/mounted-handler.ts'
import { createCounts } from '#http/observe/counts.ts'
import { createHistogram } from '#http/observe/histogram.ts'
import { createUnprefixed } from '#http/request/unprefixed.ts'
import { createUploads } from '#http/request/upload.ts'
import { createResponseCache } from '#http/response/response-cache.ts'
import { createHttpServer, type Drain, type HttpServer } from '#http/server.ts'
import { createTokenReader } from '#http/session/access-token.ts'
import { followSessions } from '#http/session/session-feed.ts'
import { createSignedIn } from '#http/session/signed-in.ts'
import type { Worker } from '#mail/worker.ts'
import { listPublicKeys } from '#store/session/signing-key.ts'
import { fixTimeZone } from '#store/setting.ts'
import { removeOldRows } from '#store/table/tables.ts'
import { createApi } from './api-app.ts'
import { createAuth } from './auth.ts'
import { apiUrlOf, authUrlOf, has, type PartName, prefixOf } from './config/addresses.ts'
import type { Config } from './config/config.ts'
import type { SharedIdp } from './dev/provider.ts'
import { createDuties, type Duties, type Job } from './duties/duties.ts'
import { createSweep, expireJoining, scrubFiles } from './duties/sweep.ts'
import { openFeedPace } from './feed-pace.ts'
import { openFiles, refuseOtherStore } from './files.ts'
import { openSharedLimits } from './limits.ts'
import { openMail } from './mail.ts'
import type { Observed } from './metrics/observed.ts'
import { createOperations } from './operations.ts'
import { makeParts, version } from './parts.ts'
import { createReadiness } from './readiness.ts'
import { createRoundSecrets } from './rounds/secrets.ts'
import { createSettings } from './settings.ts'
import type { Tracing } from './tracing/tracing.ts'
import { ensureWebBuild, type WebBuild, webOutDir } from './web/build.ts'
import { followPeers, type Peers, sharedProgress, sharedSessions } from './workers/peers.ts'
import { divided, sharesOf } from './workers/process-share.ts'

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

// How long a read waits for the changes of this process to be loaded; then it gets the data from before them. A guest has changed nothing.
export const freshness = { guestMs: 80, signedInMs: 2000 }

type Closer = (how?: Drain) => Promise<unknown>

// Composition root: creates the app and the server for all parts or for a single one, with only the dependencies it needs.
export async function assemble(config: Config, sql: Sql, log: Logger, options: Options): Promise<Assembled> {
  const { alone = null, now = () => new Date(), sendsMail = true, hasJobs = true, isElected = false, tracing = null, peers } = options
  const share = sharesOf(options.workers)
  const limits = share.ofPreset(options.limits ?? presets[config.rateLimits])
  const { shares } = limits
  const { guestMs, signedInMs } = options.freshness ?? freshness
  const closers: Closer[] = []
  const close = async (how?: Drain) => {
    for (const closer of closers.toReversed()) await closer(how)
  }
  try {
    const authUrl = authUrlOf(config, alone)
    const apiUrl = apiUrlOf(config, alone)
    const reader = createTokenReader({ issuer: authUrl, listKeys: () => listPublicKeys(sql), now, log })
    const ownSessions = createSignedIn({ sql, now, reader })
    const signedIn = peers ? sharedSessions(ownSessions, peers) : ownSessions
    const settings = createSettings(sql, config)
    let http: HttpServer | undefined
    const isBusy = () => Object.values(http?.observed.inProgress() ?? {}).some((count) => count > 0)
    const pace = openFeedPace({ database: options.database, sql, log, isBusy, waitMs: guestMs })
    closers.push(pace.stop)
    // Settings are loaded after the position in the change feed is taken: no change is missed.
    const feed = await followSessions(sql, ownSessions, log, settings.load, pace)
    closers.push(feed.stop)
    await settings.load()
    if (has('api', alone))
      await sql.begin(async (sql) => {
        const isChanged = await fixTimeZone(sql, config.fixedSettings.timeZone ?? null)
        if (isChanged) await moveWindowDays(sql, settings.values.timeZone, now())
      })
    const isServing = has('api', alone) || has('auth', alone)
    const shared = isServing
      ? await openSharedLimits(config, { sql, database: options.database, timeoutMs: options.limitStoreMs }, log)
      : null
    const rateLimits = createRateLimits(limits, shared)
    closers.push(rateLimits.stop)
    const stored = await openFiles(config, sql, log, undefined, tracing?.headers)
    const files = tracing?.files(stored) ?? stored
    const responseCache = createResponseCache(share.cacheBytes)
    const searches = createHistogram()
    const sweep = createSweep({ sql, files, now, log })
    const mounts: MountedHandler[] = []
    const jobs: Job[] = [() => removeOldRows(sql, now()), () => expireJoining({ sql, now, log })]
    const operations = createOperations(config, peers, options.operationTimes)

    const api = has('api', alone)
      ? await createApi({ config, sql, log, now, apiUrl, responseCache, searches, shares, settings, operations, share, pace })
      : undefined
    if (api) {
      closers.push(() => api.catalog.close())
      jobs.push(sweep.run, () => scrubFiles({ sql, files, now, log }))
    }
    const auth = has('auth', alone)
      ? await createAuth(config, sql, log, {
          authUrl,
          now,
          mounts,
          shares,
          rateLimits,
          share,
          idp: options.idp,
          locale: settings.values.locale,
          ownOrigin: () => ownOrigin(http!),
          fetch: tracing?.fetch,
        })
      : undefined
    if (auth) jobs.push(() => maintainKeys(sql, auth.secrets.keySealing, now()))
    if (auth && config.auditKeepDays > 0) jobs.push(() => retainAuditLog(config, sql, auth.secrets.auditMac, { now, log }))
    const mail = has('worker', alone) ? await openMail(config, sql, { now, log, apiUrl, settings: settings.values, tracing }) : undefined
    if (mail?.mount && alone === null) mounts.push(mail.mount)
    const worker = mail && sendsMail ? mail.start() : null
    if (worker) closers.push(worker.stop)

    const onChanged = (): void => {
      api?.catalog.invalidate() // reads the change feed; clients are only notified when it has something new
      worker?.poke() // the change may have written emails
    }
    const app = {
      // A part that runs alone has its documentation at its own root.
      config: { ...config, docsUrl: `${apiUrl}/docs` },
      settings: settings.values,
      sql,
      now,
      log,
      files,
      uploads: createUploads({
        shares,
        total: share.uploads,
        rate: config.rateLimits === 'off' ? undefined : createUploadRate({ bucketOf: rateLimits.bucket }),
      }),
      zips: createZipInspector(divided(zipLimits, share)),
      downloads: createConcurrencyLimit('downloads', shares, share.downloads),
      signedIn,
      counts: createCounts(),
      invalidate() {
        onChanged()
        return peers?.tellAndWait({ kind: 'changed' })
      },
      wakeMailer() {
        worker?.poke()
        if (worker === null) peers?.tell({ kind: 'mail' })
      },
      whenFresh: (isGuest) => api?.catalog.whenFresh(isGuest ? guestMs : signedInMs) ?? null,
      whenCaughtUp: pace.whenCaughtUp,
      ...(tracing && { isTraced: () => tracing.statements.traceparent() !== null }),
      ...api,
      ...(api && peers && { progress: sharedProgress(api.progress, peers) }),
      ...(auth && { auth }),
    } satisfies App
    if (peers)
      followPeers(peers, {
        signedIn: ownSessions,
        progress: api?.progress,
        refused: operations.refused,
        now,
        onMail: () => worker?.poke(),
        onChanged() {
          onChanged()
          feed.refresh().catch(() => {}) // sessions and settings; its own loop reports
        },
      })

    const onApplied = () => void app.invalidate()
    const decisions = mail ? { sql, now, calendar: settings.calendar, log, secrets: createRoundSecrets(config), onApplied } : null
    const duties = createDuties({ sql, log, jobs, hasJobs, decisions })
    if (!isElected) closers.push(duties.start(null).stop)
    const build = () => options.web ?? ensureWebBuild({ outDir: webOutDir(config), log: (text) => log.info(text) })
    const web = alone === null ? await build() : null
    // Last, because it records the store in the database: a start that fails for another reason must not.
    if (api) await refuseOtherStore(files, sql, log)
    const parts = makeParts(config, alone, app, web, settings.onChange)
    const unprefixed = web ? createUnprefixed(prefixOf('api', alone), fixedEndpoints, web.routes.client) : undefined
    const feeds = api ? [api.catalog, feed] : [feed]
    const storage = api ? { files, folder: config.dataDir } : null
    const readiness = await createReadiness({ database: options.database, sql, feeds, storage, log })
    closers.push(readiness.close)
    http = createHttpServer({
      app,
      parts,
      responseCache,
      checkReadiness: readiness.check,
      limits,
      rateLimits,
      mounts,
      unprefixed,
      trace: tracing?.call,
      refused: operations.refused,
      drainPauseMs: config.drainSeconds * 1000,
      onDrain: () => api?.streams.close(),
    })
    closers.push(http.drain)
    const ofProcess = { swept: sweep.last, isLimitStoreUp: rateLimits.isStoreUp, dataDir: config.dataDir, version }
    const observed: Observed = { http, app, api, auth, feed, worker, searches, ...ofProcess }
    const lagMs = () => Math.max(feed.lagMs(), api?.catalog.lagMs() ?? 0)
    return { app, http, worker, observed, duties, lagMs, close }
  } catch (error) {
    await close()
    throw error
  }
}

function ownOrigin({ server }: HttpServer): string {
  const { address, port, family } = server.address() as { address: string; port: number; family: string }
  const host = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '[::1]' : family === 'IPv6' ? `[${address}]` : address
  return `http://${host}:${port}`
}

async function retainAuditLog(config: Config, sql: Sql, keys: Buffer[], { now, log }: { now: () => Date; log: Logger }) {
  const { openArchive, retainAudit } = await import('./audit/export.ts') // few directories need it
  await retainAudit({ sql, archive: await openArchive(config), keys }, config.auditKeepDays, { now, log })
}
