import { join } from 'node:path'
import type { Logger } from 'pino'
import type { ApiApp } from '#api/app.ts'
import { createForecasts } from '#api/console/round/placement-thread.ts'
import { createCoverMaker } from '#api/cover/cover-image.ts'
import { createLogoMaker } from '#api/logo/logo-image.ts'
import { createAvatarImages } from '#api/profile/avatar-image.ts'
import type { Auth } from '#auth/app.ts'
import { createGithubProvider } from '#auth/github.ts'
import { createKeyRing, maintainKeys } from '#auth/keys.ts'
import { createOidcProvider } from '#auth/oidc.ts'
import { createKeyFile, readKeyFile } from '#auth/secrets.ts'
import { openCatalog } from '#catalog/catalog.ts'
import type { Language } from '#contract/errors.ts'
import { fixedEndpoints } from '#contract/index.ts'
import { createZipInspector } from '#files/zip-thread.ts'
import { createFairQueue } from '#heavy/fair-queue.ts'
import { createTokenReader } from '#http/access-token.ts'
import type { App } from '#http/app.ts'
import { createConcurrencyLimit } from '#http/concurrency-limit.ts'
import { createStreams } from '#http/event-stream.ts'
import { createBucket, type Preset, presets } from '#http/limits.ts'
import type { MountedHandler } from '#http/mounted-handler.ts'
import { type AddressShares, resources, SIGN_INS_AT_ONCE } from '#http/resources.ts'
import { createResponseCache, type ResponseCache } from '#http/response-cache.ts'
import { createHttpServer, type HttpServer } from '#http/server.ts'
import { followSessions } from '#http/session-feed.ts'
import { createSignedIn } from '#http/signed-in.ts'
import { createUnprefixed } from '#http/unprefixed.ts'
import { createUploads } from '#http/upload.ts'
import { createUploadRate } from '#http/upload-rate.ts'
import { createWorkQueue } from '#http/work-queue.ts'
import { createComposer } from '#mail/compose.ts'
import type { Worker } from '#mail/worker.ts'
import type { Changed } from '#rules/dependency.ts'
import { formRecipient } from '#rules/settings.ts'
import { createProgress } from '#spreadsheet/progress.ts'
import { createSheetThread, exportLimits, importLimits } from '#spreadsheet/worker-thread.ts'
import { removeOldRows } from '#store/retention.ts'
import { listPublicKeys } from '#store/signing-key.ts'
import type { Sql } from '#store/sql.ts'
import { probeWrite } from '#store/write-probe.ts'
import { apiUrlOf, authUrlOf, clientsOf, has, type PartName, prefixOf, webOriginsOf } from './addresses.ts'
import type { Config } from './config.ts'
import { startDecisions } from './decisions.ts'
import { createDevProvider } from './dev-provider.ts'
import { openFiles, refuseOtherStore } from './files.ts'
import { openMail } from './mail.ts'
import { makeParts } from './parts.ts'
import { createRoundSecrets } from './round-secrets.ts'
import { createSettings, type LiveSettings } from './settings.ts'
import { expireJoining, scrubFiles, sweepFiles } from './sweep.ts'
import { ensureWebBuild, type WebBuild, webFolder } from './web-build.ts'

export type Assembled = { app: App; http: HttpServer; worker: Worker | null; close(): Promise<void> }

type Options = {
  alone?: PartName | null
  now?: () => Date
  limits?: Preset
  isReady?: () => Promise<boolean>
  sendsMail?: boolean // false: emails stay in the outbox
  hasJobs?: boolean // false: no hourly jobs
  freshness?: typeof freshness
  web?: WebBuild // default: the build of the current sources
}

// How long a read waits for the changes of this process to be loaded; then it gets the data from before them. A guest has changed nothing.
export const freshness = { guestMs: 80, signedInMs: 2000 }

type Job = () => Promise<unknown>
type Closer = () => Promise<unknown>
const JOBS_MS = 3_600_000
const FIRST_JOBS_MS = 120_000
const RETRIES = { name: 'retries', burst: 120, perMinute: 120 }
const FAILED_TOKENS = { name: 'failed-tokens', burst: 30, perMinute: 30 }

// Composition root: creates the app and the server for all parts or for a single one, with only the dependencies it needs.
export async function assemble(config: Config, sql: Sql, log: Logger, options: Options = {}): Promise<Assembled> {
  const { alone = null, now = () => new Date(), limits = presets[config.rateLimits], sendsMail = true, hasJobs = true } = options
  const { shares } = limits
  const { guestMs, signedInMs } = options.freshness ?? freshness
  const closers: Closer[] = []
  const close = async () => {
    for (const closer of closers.toReversed()) await closer()
  }
  try {
    const authUrl = authUrlOf(config, alone)
    const apiUrl = apiUrlOf(config, alone)
    const reader = createTokenReader({ issuer: authUrl, listKeys: () => listPublicKeys(sql), now, log })
    const signedIn = createSignedIn({ sql, now, reader })
    const settings = createSettings(sql, config)
    // Settings are loaded after the position in the change feed is taken: no change is missed.
    const feed = await followSessions(sql, signedIn, log, settings.load)
    closers.push(feed.stop)
    await settings.load()
    const files = await openFiles(config, sql, log)
    const responseCache = createResponseCache()
    const mounts: MountedHandler[] = []
    const jobs: Job[] = [() => removeOldRows(sql, now()), () => expireJoining({ sql, now, log })]
    let http: HttpServer | undefined

    const api = has('api', alone) ? await createApi({ config, sql, log, now, apiUrl, responseCache, shares, settings }) : undefined
    if (api) {
      closers.push(() => api.catalog.close())
      jobs.push(
        () => sweepFiles({ sql, files, now, log }),
        () => scrubFiles({ sql, files, now, log }),
      )
    }
    const auth = has('auth', alone)
      ? await createAuth(config, sql, log, {
          authUrl,
          now,
          mounts,
          shares,
          locale: settings.values.locale,
          ownOrigin: () => ownOrigin(http!),
        })
      : undefined
    if (auth) jobs.push(() => maintainKeys(sql, auth.secrets.keySealing, now()))
    const mail = has('worker', alone) ? await openMail(config, sql, { now, log, apiUrl, settings: settings.values }) : undefined
    if (mail?.mount && alone === null) mounts.push(mail.mount)
    const worker = mail && sendsMail ? mail.start() : null
    if (worker) closers.push(worker.stop)

    const app = {
      // A part that runs alone has its documentation at its own root.
      config: { ...config, docsUrl: `${apiUrl}/docs` },
      settings: settings.values,
      sql,
      now,
      log,
      files,
      uploads: createUploads({ shares, rate: config.rateLimits === 'off' ? undefined : createUploadRate() }),
      zips: createZipInspector(),
      downloads: createConcurrencyLimit('downloads', shares),
      signedIn,
      invalidate() {
        api?.catalog.invalidate() // reads the change feed; clients are only notified when it has something new
        worker?.poke() // the change may have written emails
      },
      wakeMailer: () => worker?.poke(),
      whenFresh: (isGuest) => api?.catalog.whenFresh(isGuest ? guestMs : signedInMs) ?? null,
      ...api,
      ...(auth && { auth }),
    } satisfies App

    if (mail) {
      const secrets = createRoundSecrets(config)
      const decisions = startDecisions({ sql, now, calendar: settings.calendar, log, secrets, onApplied: app.invalidate })
      closers.push(decisions.stop)
    }
    if (hasJobs) {
      const timer = setInterval(() => void runJobs(jobs, log), JOBS_MS)
      // Also soon after the start: a service that is restarted every hour needs them too.
      const first = setTimeout(() => void runJobs(jobs, log), FIRST_JOBS_MS).unref()
      closers.push(async () => {
        clearInterval(timer)
        clearTimeout(first)
      })
    }
    const build = () => options.web ?? ensureWebBuild({ outDir: webOutDir(config), log: (text) => log.info(text) })
    const web = alone === null ? await build() : null
    // Last, because it records the store in the database: a start that fails for another reason must not.
    if (api) await refuseOtherStore(files, sql, log)
    const parts = makeParts(config, alone, app, web, settings.onChange)
    const unprefixed = web ? createUnprefixed(prefixOf('api', alone), fixedEndpoints, web.routes.client) : undefined
    const isReady =
      options.isReady ??
      (async () => {
        if (api?.catalog.isLate() || feed.isLate()) return false
        await probeWrite(sql)
        return true
      })
    http = createHttpServer({
      app,
      parts,
      responseCache,
      isReady,
      limits,
      mounts,
      unprefixed,
      drainPauseMs: config.drainSeconds * 1000,
      onDrain: () => api?.streams.close(),
    })
    closers.push(http.drain)
    return { app, http, worker, close }
  } catch (error) {
    await close()
    throw error
  }
}

// In production nothing is written to the code folder: a missing build is made in the data folder.
const webOutDir = ({ isProduction, dataDir }: Config): string => (isProduction ? join(dataDir, 'cache', 'web') : webFolder)

type ApiOptions = {
  config: Config
  sql: Sql
  log: Logger
  now: () => Date
  apiUrl: string
  responseCache: ResponseCache
  shares?: AddressShares
  settings: LiveSettings
}

async function createApi({ config, sql, log, now, apiUrl, responseCache, shares, settings }: ApiOptions): Promise<Omit<ApiApp, keyof App>> {
  const { calendar } = settings
  const streams = createStreams(shares)
  const { publicPeople } = config
  const onChange = (changed: Changed) => {
    responseCache.invalidate(changed)
    streams.notify()
  }
  const compose = createComposer({ ...config, sql, now, apiUrl, settings: settings.values })
  const catalog = await openCatalog({ sql, now, calendar, apiUrl, publicPeople, cacheDir: join(config.dataDir, 'cache'), log, onChange })
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
    imports: createFairQueue(importLimits),
    exports: createFairQueue(exportLimits),
    avatarImages: createAvatarImages(),
    covers: createCoverMaker(),
    logos: createLogoMaker(),
    roundSecrets: createRoundSecrets(config),
    forecasts: createForecasts(),
    emailPreview: { compose, recipient: () => formRecipient(config, settings.values), mailFrom: config.mailFrom },
    catalog,
  }
}

function ownOrigin({ server }: HttpServer): string {
  const { address, port, family } = server.address() as { address: string; port: number; family: string }
  const host = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '[::1]' : family === 'IPv6' ? `[${address}]` : address
  return `http://${host}:${port}`
}

type AuthOptions = {
  authUrl: string
  locale: Language
  now: () => Date
  mounts: MountedHandler[]
  shares?: AddressShares
  ownOrigin: () => string
}

async function createAuth(
  config: Config,
  sql: Sql,
  log: Logger,
  { authUrl, now, mounts, shares, locale, ownOrigin }: AuthOptions,
): Promise<Auth> {
  const { publicUrl, isProduction, isFieldClientOn } = config
  if (!isProduction) createKeyFile(config.keyFile)
  const secrets = readKeyFile(config.keyFile)
  await maintainKeys(sql, secrets.keySealing, now())
  const keys = createKeyRing(sql, secrets.keySealing, now)
  await keys.signer() // fails at startup if the keys were sealed with another master key
  const providers = (config.providers ?? []).map((one) =>
    one.kind === 'github' ? createGithubProvider(one) : createOidcProvider(one, log),
  )
  if (config.providers === null) {
    const { provider, mount } = await createDevProvider({ publicUrl, authUrl, locale, log, ownOrigin })
    providers.push(provider)
    mounts.push(mount)
  }
  await Promise.all(providers.map((provider) => provider.prepare()))
  return {
    url: authUrl,
    home: publicUrl,
    clients: clientsOf(config),
    isFieldClientOn,
    webOrigins: webOriginsOf(config),
    providers,
    bootstrapAdministrators: config.bootstrapAdministrators,
    secrets,
    keys,
    isLocal: !isProduction && publicUrl.startsWith('http:'),
    retries: createBucket(RETRIES),
    failedTokens: createBucket(FAILED_TOKENS),
    work: createWorkQueue({
      ...resources.signInWork,
      atOnce: SIGN_INS_AT_ONCE,
      perOwner: shares?.signInWork ?? Number.POSITIVE_INFINITY,
    }),
  }
}

async function runJobs(jobs: Job[], log: Logger): Promise<void> {
  for (const job of jobs) await job().catch((error) => log.error({ err: error }, 'an hourly job failed'))
}
