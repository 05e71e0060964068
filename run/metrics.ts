import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { countDamaged } from '#store/blob-check.ts'
import { countMails } from '#store/email-queue.ts'
import type { Sql } from '#store/sql.ts'
import type { Config } from './config.ts'

// Imported only if METRICS_PORT is set. Calls are not counted: a cached response takes microseconds, and each call has a log line.

export type Metrics = { port: number; close(): Promise<void> }
export type MetricsSources = { sql: Sql; log: Logger; isBreakerOpen: () => boolean; now?: () => Date; freshMs?: number }

const FRESH_MS = 5000 // the counts of emails are cached for this long

export async function startMetrics(config: Config, sources: MetricsSources): Promise<Metrics> {
  const { sql, log, isBreakerOpen, now = () => new Date(), freshMs = FRESH_MS } = sources
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix: 'projectory_' })
  const mails = new Gauge({ name: 'projectory_mails', help: 'emails by state', labelNames: ['state'], registers })
  const oldest = new Gauge({ name: 'projectory_mail_oldest_seconds', help: 'age of the oldest email waiting to be sent', registers })
  const damaged = new Gauge({ name: 'projectory_files_damaged', help: 'stored files that do not match their hash', registers })
  const database = new Gauge({ name: 'projectory_database_up', help: '1 while the database answers', registers })
  new Gauge({
    name: 'projectory_mail_breaker_open',
    help: '1 while the circuit breaker of the mail server is open',
    registers,
    collect() {
      this.set(isBreakerOpen() ? 1 : 0)
    },
  })

  async function count(): Promise<void> {
    try {
      const [{ states, oldestSeconds }, damagedFiles] = await Promise.all([countMails(sql, now()), countDamaged(sql)])
      damaged.set(damagedFiles)
      for (const [state, count] of Object.entries(states)) mails.set({ state }, count)
      oldest.set(oldestSeconds)
      database.set(1)
    } catch (error) {
      log.warn({ err: error }, 'emails and files could not be counted')
      mails.reset() // stale values would look current
      oldest.remove()
      damaged.remove()
      database.set(0)
      countedAt = Number.NEGATIVE_INFINITY
    }
  }
  let countedAt = Number.NEGATIVE_INFINITY
  let counting = Promise.resolve()
  const countIfStale = (): Promise<void> => {
    if (performance.now() - countedAt < freshMs) return counting
    countedAt = performance.now()
    counting = count()
    return counting
  }

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    if (message.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end()
    if (message.method !== 'GET' && message.method !== 'HEAD') return void response.writeHead(405, { Allow: 'GET, HEAD' }).end()
    await countIfStale()
    const text = await registry.metrics()
    response.writeHead(200, { 'Content-Type': registry.contentType, 'Content-Length': Buffer.byteLength(text) })
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

// Not public: loopback only in development; in production a port that the proxy must not expose.
async function listen(server: Server, { metricsPort, isProduction, host, port }: Config): Promise<number> {
  const where = isProduction ? host : '127.0.0.1'
  server.listen(metricsPort!, where)
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const isOwn = metricsPort === port
    const taken = isOwn ? `METRICS_PORT and PORT are both ${port}` : `METRICS_PORT: port ${metricsPort} is taken by another program`
    const why = code === 'EADDRINUSE' ? taken : `METRICS_PORT: cannot listen on ${where}:${metricsPort} (${code})`
    throw new Error(`${why}. Choose another: METRICS_PORT=${metricsPort! + 1} npm start`)
  }
  return (server.address() as AddressInfo).port
}
