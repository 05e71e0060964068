import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import type { Sql } from '#database/sql.ts'
import type { Config } from '#run/config/config.ts'
import { readShared } from './database.ts'
import { mergeSnapshots, type Snapshot } from './snapshot.ts'
import { metricsText, metricsType } from './text.ts'

// Serves /metrics. Imported only if METRICS_PORT is set.

export type Metrics = { port: number; close(): Promise<void> }
export type MetricsSources = {
  sql: Sql
  log: Logger
  /** The snapshot of each process of this machine. */
  listSnapshots: () => Promise<Snapshot[]>
  now?: () => Date
  freshMs?: number
}

const FRESH_MS = 5000 // what is read from the database is kept for this long

export async function startMetrics(config: Config, sources: MetricsSources): Promise<Metrics> {
  const { sql, log, listSnapshots, now = () => new Date(), freshMs = FRESH_MS } = sources
  let readAt = Number.NEGATIVE_INFINITY
  let shared: Promise<Snapshot> = Promise.resolve([])
  const sharedIfStale = (): Promise<Snapshot> => {
    if (performance.now() - readAt < freshMs) return shared
    readAt = performance.now()
    shared = readShared({ sql, log, now, config })
    return shared
  }

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    if (message.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end()
    if (message.method !== 'GET' && message.method !== 'HEAD') return void response.writeHead(405, { Allow: 'GET, HEAD' }).end()
    const [common, processes] = await Promise.all([sharedIfStale(), listSnapshots()])
    const text = metricsText([...mergeSnapshots(processes), ...common])
    response.writeHead(200, { 'Content-Type': metricsType, 'Content-Length': Buffer.byteLength(text) })
    response.end(message.method === 'HEAD' ? undefined : text)
  }

  const server = createServer((message, response) => {
    answer(message, response).catch((error) => {
      log.error({ err: error }, 'the metrics could not be written')
      response.writeHead(500).end()
    })
  })
  const port = await listen(server, config)
  return {
    port,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

// Not public: on loopback, unless METRICS_HOST names the address that Prometheus reaches.
async function listen(server: Server, { metricsPort, metricsHost, port }: Config): Promise<number> {
  server.listen(metricsPort!, metricsHost)
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const isOwn = metricsPort === port
    const taken = isOwn ? `METRICS_PORT and PORT are both ${port}` : `METRICS_PORT: port ${metricsPort} is taken by another program`
    const why = code === 'EADDRINUSE' ? taken : `METRICS_PORT: cannot listen on ${metricsHost}:${metricsPort} (${code})`
    throw new Error(`${why}. Choose another: METRICS_PORT=${metricsPort! + 1} npm start`)
  }
  return (server.address() as AddressInfo).port
}
