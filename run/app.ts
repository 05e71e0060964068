import { join } from 'node:path'
import type { Logger } from 'pino'
import type { ApiApp } from '#api/app.ts'
import type { Auth, AuthApp } from '#auth/app.ts'
import { createGithubProvider } from '#auth/github.ts'
import { createKeyRing, tendKeys } from '#auth/keys.ts'
import { createOidcProvider } from '#auth/oidc.ts'
import { createKeyFile, readKeyFile } from '#auth/secrets.ts'
import { openCatalog } from '#catalog/catalog.ts'
import { createTokenReader } from '#http/access-token.ts'
import { createStreams } from '#http/event-stream.ts'
import { createBucket, type Preset } from '#http/limits.ts'
import { createHttpServer, type Guest, type HttpServer } from '#http/server.ts'
import { followSessions } from '#http/session-feed.ts'
import { createShelf } from '#http/shelf.ts'
import { createSignedIn } from '#http/signed-in.ts'
import { createComposer } from '#mail/compose.ts'
import type { Worker } from '#mail/worker.ts'
import { createCalendar } from '#rules/day.ts'
import { removeOldKeys } from '#store/idempotency.ts'
import { removeOldMails } from '#store/mail-desk.ts'
import { removeOldSignIns } from '#store/sign-in.ts'
import { listPublicKeys } from '#store/signing-key.ts'
import type { Sql } from '#store/sql.ts'
import { apiUrlOf, authUrlOf, clientsOf, has, type PartName, webOriginsOf } from './addresses.ts'
import type { Config } from './config.ts'
import { createDevProvider } from './dev-provider.ts'
import { openFiles, sweepFiles } from './files.ts'
import { openMail } from './mail.ts'
import { makeParts } from './parts.ts'
import { ensureWebBuild, webFolder } from './web-build.ts'

export type WholeApp = ApiApp & AuthApp
export type Assembled = { app: WholeApp; http: HttpServer; worker: Worker | null; close(): Promise<void> }

type Settings = {
  alone?: PartName | null
  now?: () => Date
  limits?: Preset
  isReady?: () => Promise<boolean>
  sendsMail?: boolean // false: letters stay in the queue
}

type Chore = () => Promise<unknown>
type Closer = () => Promise<unknown>
const TEND_MS = 3_600_000
const RETRIES = { name: 'retries', burst: 120, perMinute: 120 }

// Puts together what is served: everything, or one part alone, which then goes without what only the other needs.
export async function assemble(config: Config, sql: Sql, log: Logger, settings: Settings = {}): Promise<Assembled> {
  const { alone = null, now = () => new Date(), limits, sendsMail = true } = settings
  const isReady = settings.isReady ?? (async () => (await sql`select 1`).length === 1)
  const shelf = createShelf()
  const closers: Closer[] = []
  const close = async () => {
    for (const closer of closers.toReversed()) await closer()
  }
  try {
    const authUrl = authUrlOf(config, alone)
    const apiUrl = apiUrlOf(config, alone)
    const reader = createTokenReader({ issuer: authUrl, listKeys: () => listPublicKeys(sql), now, log })
    const signedIn = createSignedIn({ sql, now, reader })
    const answersCalls = alone !== 'worker'
    if (answersCalls) closers.push((await followSessions(sql, signedIn, log)).stop)
    // A part served alone has its documentation at its own root.
    const files = answersCalls ? await openFiles(config, sql) : undefined
    const app = {
      config: { ...config, docsUrl: `${apiUrl}/docs` },
      sql,
      now,
      log,
      files,
      signedIn,
      touched: () => {},
      mailed: () => {},
      settled: () => null,
    } as unknown as WholeApp
    const guests: Guest[] = []
    const chores: Chore[] = []
    let http: HttpServer | undefined
    if (has('api', alone)) {
      const calendar = createCalendar(config.timeZone)
      const { publicPeople } = config
      const desk = { compose: createComposer({ ...config, sql, now, apiUrl }), mailTo: config.mailTo }
      Object.assign(app, { calendar, apiUrl, streams: createStreams(), desk })
      app.catalog = await openCatalog({
        sql,
        now,
        calendar,
        apiUrl,
        publicPeople,
        log,
        onChange() {
          shelf.clear()
          app.streams.tell()
        },
      })
      app.touched = app.catalog.touched
      app.settled = app.catalog.settled
      closers.push(() => app.catalog.close())
      chores.push(
        () => removeOldKeys(sql, now()),
        () => sweepFiles({ sql, files: files!, now, log }),
      )
    }
    if (has('auth', alone)) {
      app.auth = await createAuth(config, sql, log, { authUrl, now, guests, ownOrigin: () => ownOrigin(http!) })
      chores.push(() => tend(app))
    }
    let worker: Worker | null = null
    if (has('worker', alone)) {
      const mail = await openMail(config, sql, { now, log, apiUrl })
      if (mail.guest && alone === null) guests.push(mail.guest)
      if (sendsMail) worker = startMail(app, mail.start(), closers)
      chores.push(() => removeOldMails(sql, now()))
    }
    const timer = setInterval(() => void tendTo(chores, log), TEND_MS)
    closers.push(async () => clearInterval(timer))
    const web = alone === null ? await ensureWebBuild({ place: webPlace(config), log: (text) => log.info(text) }) : null
    http = await createHttpServer({ app, parts: makeParts(config, alone, app, web), shelf, isReady, limits, guests })
    const { drain } = http
    http.drain = () => {
      app.streams?.close()
      return drain()
    }
    closers.push(http.drain)
    return { app, http, worker, close }
  } catch (error) {
    await close()
    throw error
  }
}

// In production nothing is written into the code folder: a build that was not made beforehand goes to the data.
const webPlace = ({ isProduction, dataDir }: Config): string => (isProduction ? join(dataDir, 'cache', 'web') : webFolder)

// A change of this process may have written letters: they need not wait for the next look.
function startMail(app: WholeApp, worker: Worker, closers: Closer[]): Worker {
  const { touched } = app
  app.touched = () => {
    touched()
    worker.poke()
  }
  app.mailed = worker.poke
  closers.push(worker.stop)
  return worker
}

function ownOrigin({ server }: HttpServer): string {
  const { address, port, family } = server.address() as { address: string; port: number; family: string }
  const host = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '[::1]' : family === 'IPv6' ? `[${address}]` : address
  return `http://${host}:${port}`
}

type Around = { authUrl: string; now: () => Date; guests: Guest[]; ownOrigin: () => string }

async function createAuth(config: Config, sql: Sql, log: Logger, { authUrl, now, guests, ownOrigin }: Around): Promise<Auth> {
  const { publicUrl, isProduction, isFieldClientOn } = config
  if (!isProduction) createKeyFile(config.keyFile)
  const secrets = readKeyFile(config.keyFile)
  await tendKeys(sql, secrets.keySealing, now())
  const keys = createKeyRing(sql, secrets.keySealing, now)
  await keys.signer() // sealed by another master key? better to hear of it now
  const providers = (config.providers ?? []).map((one) =>
    one.kind === 'github' ? createGithubProvider(one) : createOidcProvider(one, log),
  )
  if (config.providers === null) {
    const { provider, guest } = await createDevProvider({ publicUrl, authUrl, locale: config.locale, log, ownOrigin })
    providers.push(provider)
    guests.push(guest)
  }
  await Promise.all(providers.map((provider) => provider.prepare()))
  return {
    url: authUrl,
    home: publicUrl,
    contact: config.contact,
    clients: clientsOf(config),
    isFieldClientOn,
    webOrigins: webOriginsOf(config),
    providers,
    bootstrapAdministrators: config.bootstrapAdministrators,
    secrets,
    keys,
    isLocal: !isProduction && publicUrl.startsWith('http:'),
    retries: createBucket(RETRIES),
  }
}

async function tendTo(chores: Chore[], log: Logger): Promise<void> {
  for (const chore of chores) await chore().catch((error) => log.error({ err: error }, 'a chore of the hour failed'))
}

async function tend({ sql, now, auth }: AuthApp): Promise<void> {
  await tendKeys(sql, auth.secrets.keySealing, now())
  await removeOldSignIns(sql, now())
}
