import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { App } from './app.ts'
import type { ServerContext } from './call.ts'
import { answerClientError } from './client-error.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'
import { watchConnections } from './connections.ts'
import { createHealth } from './health.ts'
import { addressKey, type Preset, presets } from './limits.ts'
import { createLoadShedding } from './load-shedding.ts'
import { createCallLog } from './log.ts'
import type { MountedHandler } from './mounted-handler.ts'
import type { Part } from './part.ts'
import { isBelow } from './paths.ts'
import { createPipeline } from './pipeline.ts'
import { createRequestPolicy } from './request-policy.ts'
import { type ResourceName, resources } from './resources.ts'
import { createResponseCache, type ResponseCache } from './response-cache.ts'
import { createRouter } from './router.ts'
import type { Unprefixed } from './unprefixed.ts'

export type HttpServer = {
  listen(port: number, host: string): Promise<number>
  drain(): Promise<void>
  responseCache: ResponseCache
  server: Server
}

export type ServerOptions = {
  app: App
  parts: Part[]
  responseCache?: ResponseCache
  isReady: () => Promise<boolean>
  limits?: Preset
  mounts?: MountedHandler[]
  unprefixed?: Unprefixed
  /** Between the first 503 of /readyz and the end of listening: a load balancer needs it to notice. */
  drainPauseMs?: number
  /** Called before the server waits for its open connections. */
  onDrain?: () => void
}

// The HTTP server: connections, timeouts and draining. What happens to a call is in pipeline.ts.
export function createHttpServer(options: ServerOptions): HttpServer {
  const { app, parts, responseCache = createResponseCache(), isReady, mounts = [], unprefixed, onDrain } = options
  const { config } = app
  const limits = options.limits ?? presets[config.rateLimits]
  const health = createHealth(isReady)
  const router = createRouter(parts, config.docsUrl)
  const policy = createRequestPolicy(config, limits, router.signInPaths)
  const limitOf = (name: ResourceName) => createConcurrencyLimit(name, limits.shares)
  const concurrency = { calls: limitOf('concurrentCalls'), signInPages: limitOf('signInPages') }
  const shedding = createLoadShedding(limits.shedAboveMs)
  const logCall = createCallLog(app.log)
  const oauthPrefixes = parts.filter(({ isOauth }) => isOauth).map(({ prefix }) => prefix)
  const context: ServerContext = {
    app,
    common: policy.common,
    isDraining: health.isDraining,
    isOauth: (url) => oauthPrefixes.some((prefix) => prefix === '' || isBelow(url, prefix)),
    bodyReaders: limitOf('bodyReaders'),
    stallMs: limits.stallMs ?? resources.downloads.deadlineMs,
    spend: policy.spend,
    log: (call, status, size) => logCall(call, call, status, size),
  }
  const answer = createPipeline({
    server: context,
    health,
    policy,
    concurrency,
    shedding,
    cache: responseCache,
    router,
    mounts,
    unprefixed,
  })

  const server = createServer(
    {
      maxHeaderSize: 16_384,
      headersTimeout: 10_000,
      requestTimeout: 320_000,
      keepAliveTimeout: resources.connections.deadlineMs,
      connectionsCheckingInterval: 2000,
      requireHostHeader: false,
    },
    answer,
  )
  server.maxRequestsPerSocket = 10_000
  server.timeout = context.stallMs * 5 // without a byte in either direction; longer than the slowest call
  server.maxConnections = resources.connections.total
  server.on('checkExpectation', answer)
  const connections = watchConnections(server, policy)
  server.on('clientError', onClientError)
  server.on('connect', (_message: IncomingMessage, socket: Socket) => onClientError(new Error('CONNECT'), socket))

  function onClientError(error: NodeJS.ErrnoException, socket: Socket): void {
    const ip = addressKey(socket.remoteAddress ?? '')
    const sent = answerClientError(error, socket, app)
    if (sent) logCall({}, { id: sent.id, ip, startedAt: performance.now(), route: '', code: sent.code }, sent.status, sent.size)
  }

  return {
    server,
    responseCache,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          server.off('error', reject)
          resolve((server.address() as { port: number }).port)
        })
      }),
    drain: async () => {
      await health.pause(options.drainPauseMs)
      onDrain?.()
      await health.drain(server, connections)
      shedding.stop()
    },
  }
}
