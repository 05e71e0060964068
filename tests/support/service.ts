import type { Logger } from 'pino'
import type { ApiApp } from '#api/app.ts'
import type { Call } from '#contract/client.ts'
import type { Preset } from '#http/limits.ts'
import { createLog } from '#http/log.ts'
import { createHttpServer, type HttpServer } from '#http/server.ts'
import { createApp } from '#run/app.ts'
import { type Config, readConfig } from '#run/config.ts'
import { makeParts, type PartName } from '#run/parts.ts'
import type { Sql } from '#store/sql.ts'
import { DEMO_TEMPLATE, type TestDatabase, testDatabase } from './database.ts'
import { strictClient } from './strict-client.ts'

export type TestService = {
  origin: string
  url: string // base of the main API
  call: Call
  sql: Sql
  app: ApiApp
  http: HttpServer
  config: Config
  database: TestDatabase
  logged: string[]
  close(): Promise<void>
}

export type ServiceSettings = {
  env?: Record<string, string>
  template?: string
  database?: TestDatabase // several services may share one
  now?: () => Date
  alone?: PartName
  limits?: Preset
}

// The whole service in this process, on a database of its own filled with the demo world, listening on a free port of loopback.
export async function startService(settings: ServiceSettings = {}): Promise<TestService> {
  const database = settings.database ?? (await testDatabase(settings.template ?? DEMO_TEMPLATE))
  const config = readConfig({ NODE_ENV: 'test', RATE_LIMITS: 'off', PORT: '0', ...settings.env })
  const logged: string[] = []
  const log: Logger = createLog('debug', { write: (line) => void logged.push(line) })
  const alone = settings.alone ?? null
  const prefix = alone === null ? '/api' : ''
  const { app, shelf } = await createApp(config, database, log, { apiUrl: `${config.publicUrl}${prefix}`, now: settings.now }).catch(
    async (error) => {
      if (!settings.database) await database.close() // or the test would wait for it instead of failing
      throw error
    },
  )
  const isReady = async () => (await database.sql`select 1`).length === 1
  const http = await createHttpServer({ app, parts: makeParts(config, alone), shelf, isReady, limits: settings.limits })
  const port = await http.listen(0, '127.0.0.1')
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    url: `${origin}${prefix}`,
    call: strictClient(`${origin}${prefix}`),
    sql: database.sql,
    app,
    http,
    config,
    database,
    logged,
    async close() {
      http.server.closeAllConnections()
      await http.drain()
      await app.catalog.close()
      if (!settings.database) await database.close()
    },
  }
}
