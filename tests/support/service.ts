import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ApiApp } from '#api/app.ts'
import type { AuthApp } from '#auth/app.ts'
import type { Call } from '#contract/client.ts'
import { type ConnectSettings, connect, type Sql } from '#database/sql.ts'
import type { Preset } from '#http/limits/presets.ts'
import { createLog } from '#http/observe/log.ts'
import type { HttpServer } from '#http/server.ts'
import { assemble } from '#run/app.ts'
import { apiUrlOf, authUrlOf, type PartName } from '#run/config/addresses.ts'
import { type Config, readConfig } from '#run/config/config.ts'
import { explainDiskFault } from '#run/files/disk-fault.ts'
import type { Observed } from '#run/metrics/observed.ts'
import type { Tracing } from '#run/tracing/tracing.ts'
import { ensureWebBuild, type WebBuild } from '#run/web/build.ts'
import { current } from '#tests/runner/current.ts'
import { freePort } from '#tests/support/free-port.ts'
import { DEMO_TEMPLATE, type TestDatabase, testDatabase } from './database.ts'
import { strictClient } from './strict-client.ts'

export type TestService = {
  origin: string
  url: string // base of the main API
  authUrl: string // base of the auth backend
  call: Call
  sql: Sql
  app: ApiApp & AuthApp // a part served alone has only its own properties
  http: HttpServer
  observed: Observed
  config: Config
  database: TestDatabase
  logged: string[]
  /** Called with every SQL statement of the service. */
  onStatement: (text: string) => void
  close(): Promise<void>
}

export type ServiceSettings = {
  env?: Record<string, string>
  template?: string
  database?: TestDatabase // several services may share one
  now?: () => Date
  alone?: PartName
  limits?: Preset
  hasDuties?: boolean // false: nothing takes effect by itself, such as decisions whose undo time is over
  sendsMail?: boolean // otherwise emails stay in the outbox, where tests read them
  /** Default: on a busy machine a guest's read waits longer for the write before it than in production. */
  freshness?: { guestMs: number; signedInMs: number }
  connection?: ConnectSettings // of the service
  tracing?: Tracing
  pool?: number // connections of the service; the environment variable POOL sets it for every service of a run
}

const CONNECT_MS = 30_000 // the database is busy with other tests
const operationTimes = { statementMs: 4500, partMs: 5000, allMs: 5500 } // for the same reason; a call has six seconds
let web: WebBuild | undefined // for all services of this process

// Starts the whole service in this process, with its own demo database, on a free loopback port. With `into` its properties are put there.
export async function startService(settings: ServiceSettings = {}, into: Partial<TestService> = {}): Promise<TestService> {
  const database = settings.database ?? (await testDatabase(settings.template ?? DEMO_TEMPLATE))
  const port = await freePort()
  const folder = folderOf(current.file)
  const env = {
    NODE_ENV: 'test',
    RATE_LIMITS: 'off',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: folder,
    KEY_FILE: join(folder, 'master.key'),
    ...settings.env,
  }
  const config = readConfig({ PORT: String(port), ...env })
  const logged: string[] = []
  const service = Object.assign(into, { onStatement: (_text: string): void => {} })
  const log: Logger = createLog(
    'debug',
    { write: (line) => void logged.push(line) },
    { remedyOf: (error) => explainDiskFault(error, config) },
  )
  const alone = settings.alone ?? null
  const { now, limits, sendsMail = alone === 'worker', tracing, freshness = { guestMs: 10_000, signedInMs: 10_000 } } = settings
  web ??= await ensureWebBuild()
  // A separate pool: the test may hold a connection while it calls the service.
  const max = settings.pool ?? Number(process.env.POOL ?? 5)
  const onStatement = (text: string) => service.onStatement(text)
  const pool = connect(database.database, {
    max,
    connectTimeout: CONNECT_MS,
    onStatement,
    trace: tracing?.statements,
    ...settings.connection,
  })
  const { app, http, observed, close } = await assemble(config, pool, log, {
    database: database.database,
    limitStoreMs: CONNECT_MS,
    alone,
    now,
    limits,
    sendsMail,
    hasJobs: false,
    isElected: settings.hasDuties === false,
    web,
    tracing,
    freshness,
    operationTimes,
  }).catch(async (error) => {
    await pool.end({ timeout: 5 })
    if (!settings.database) await database.close() // an open connection would keep the test process from exiting
    throw error
  })
  const origin = `http://127.0.0.1:${await http.listen(port, '127.0.0.1')}`
  const url = origin + new URL(apiUrlOf(config, alone)).pathname.replace(/\/$/, '')
  return Object.assign(service, {
    origin,
    url,
    authUrl: origin + new URL(authUrlOf(config, alone)).pathname.replace(/\/$/, ''),
    call: strictClient(url),
    sql: database.sql,
    app: app as ApiApp & AuthApp,
    http,
    observed,
    config,
    database,
    logged,
    async close() {
      http.server.closeAllConnections()
      await close()
      await pool.end({ timeout: 5 })
      if (!settings.database) await database.close()
    },
  })
}

/** Polls readiness: it gives the database half a second, which may not be enough on a busy machine. */
export async function untilReady({ origin }: Pick<TestService, 'origin'>): Promise<void> {
  const deadline = performance.now() + 60_000
  for (let status = 0; status !== 200; await sleep(50)) {
    if (performance.now() > deadline) throw new Error(`the service does not get ready: ${status}`)
    ;({ status } = await fetch(`${origin}/readyz`))
  }
}

/** For tests that hold a lock until several calls wait for it: on a busy machine that takes a while. */
export const patient: ConnectSettings = { lockTimeout: 30_000, statementTimeout: 30_000 }

/** Ends the database connections of a running service, after the catalog has been read: an aborted read would log several errors. */
export async function loseStore({ app }: Pick<TestService, 'app'>): Promise<void> {
  while (app.catalog && !app.catalog.searchIsReady) await sleep(10)
  await app.catalog?.refresh()
  await app.sql.end({ timeout: 1 }) // running queries may finish; an aborted one would be reported elsewhere
}

// One data directory for all services of a test file, so that they share keys and files like several processes of one installation.
const folders = new Map<string, string>()
function folderOf(file: string): string {
  let folder = folders.get(file)
  if (folder === undefined) {
    folder = mkdtempSync(join(tmpdir(), 'projectory-test-'))
    folders.set(file, folder)
  }
  return folder
}
process.once('exit', () => {
  for (const folder of folders.values()) rmSync(folder, { recursive: true, force: true })
})
