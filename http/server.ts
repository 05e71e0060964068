import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { App } from './app.ts'
import type { Call, ServerContext } from './call.ts'
import { answerClientError } from './client-error.ts'
import type { Bucket } from './limits/bucket.ts'
import { createConcurrencyLimit } from './limits/concurrency-limit.ts'
import { watchConnections } from './limits/connections.ts'
import { createLoadShedding } from './limits/load-shedding.ts'
import { addressKey, type Preset, presets } from './limits/presets.ts'
import { createRateLimits, type RateLimits } from './limits/rate-limits.ts'
import type { RefusedCallers } from './limits/refused-callers.ts'
import { type ResourceName, resources } from './limits/resources.ts'
import type { MountedHandler } from './mounted-handler.ts'
import { type CallCounts, createCallCounts, OTHER_ROUTE } from './observe/call-counts.ts'
import { countOne } from './observe/counts.ts'
import { createFaultLog } from './observe/fault-log.ts'
import { type Checks, createHealth } from './observe/health.ts'
import { createCallLog } from './observe/log.ts'
import type { Part } from './part.ts'
import { createPipeline } from './pipeline.ts'
import { isBelow } from './request/paths.ts'
import { createRequestPolicy } from './request/request-policy.ts'
import { createRouter } from './request/router.ts'
import type { Unprefixed } from './request/unprefixed.ts'
import { createResponseCache, type ResponseCache } from './response/response-cache.ts'

/** pauseMs: instead of `drainPauseMs`. isReplaced: another process of this machine accepts connections on the same port. */
export type Drain = { pauseMs?: number; isReplaced?: boolean }

export type HttpServer = {
  listen(port: number, host: string): Promise<number>
  drain(how?: Drain): Promise<void>
  responseCache: ResponseCache
  server: Server
  observed: ObservedServer
}

/** What the metrics read. */
export type ObservedServer = {
  calls: CallCounts
  shed(): number
  inProgress(): Record<string, number>
  rateLimits: readonly Bucket[]
  checks(): Promise<Checks>
  isDraining(): boolean
}

/** For traces of the calls. */
export type CallTrace = {
  /** Runs `answer` in the context of the call. */
  begin(message: IncomingMessage, response: ServerResponse, answer: () => void): void
  end(call: Call, outcome: { route: string; status: number }, writeLog: () => void): void
}

export type ServerOptions = {
  app: App
  parts: Part[]
  responseCache?: ResponseCache
  checkReadiness: () => Promise<Checks>
  limits?: Preset
  rateLimits?: RateLimits // default: those of `limits`, counted by this process
  mounts?: MountedHandler[]
  unprefixed?: Unprefixed
  /** Between the first 503 of /readyz and the end of listening: a load balancer needs it to notice. */
  drainPauseMs?: number
  trace?: CallTrace
  refused?: RefusedCallers
  /** Called before the server waits for its open connections. */
  onDrain?: () => void
}

// The HTTP server: connections, timeouts and draining. What happens to a call is in pipeline.ts.
export function createHttpServer(options: ServerOptions): HttpServer {
  const { app, parts, responseCache = createResponseCache(), checkReadiness, mounts = [], unprefixed, trace, onDrain } = options
  const { config } = app
  const limits = options.limits ?? presets[config.rateLimits]
  const health = createHealth(checkReadiness)
  const router = createRouter(parts, config.docsUrl)
  const policy = createRequestPolicy(config, options.rateLimits ?? createRateLimits(limits), router.signInPaths, {
    shares: limits.shares,
    refused: options.refused,
  })
  const limitOf = (name: ResourceName) => createConcurrencyLimit(name, limits.shares)
  const concurrency = { calls: limitOf('concurrentCalls'), signInPages: limitOf('signInPages') }
  const shedding = createLoadShedding(limits.shedAboveMs)
  const logCall = createCallLog(app.log)
  const calls = createCallCounts(router.labels)
  const count = (call: Call, status: number): void => {
    call.isUncounted = false
    calls.add(call.routeNumber, status, call.startedAt)
    if (call.code !== '') countOne(app.counts.problems, call.code)
  }
  const oauthPrefixes = parts.filter(({ isOauth }) => isOauth).map(({ prefix }) => prefix)
  const context: ServerContext = {
    app,
    common: policy.common,
    isDraining: health.isDraining,
    isOauth: (url) => oauthPrefixes.some((prefix) => prefix === '' || isBelow(url, prefix)),
    bodyReaders: limitOf('bodyReaders'),
    stallMs: limits.stallMs ?? resources.downloads.deadlineMs,
    spend: policy.spend,
    count,
    noteFault: createFaultLog(app.log),
    log(call, status, size) {
      if (call.isUncounted) count(call, status)
      if (trace) logTraced(trace, call, status, size)
      else logCall(call, call, status, size)
    },
  }
  const pipeline = createPipeline({
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
  // Health checks are not traced.
  const answer = trace
    ? (message: IncomingMessage, response: ServerResponse): void =>
        /^\/(?:health|ready)z\b/.test(message.url!)
          ? pipeline(message, response)
          : trace.begin(message, response, () => pipeline(message, response))
    : pipeline

  // The route of a cached response was not looked up.
  function logTraced(trace: CallTrace, ...[call, status, size]: Parameters<ServerContext['log']>): void {
    const route = call.route || router.patternOf(call.method, call.url)
    trace.end(call, { route, status }, () => logCall(call, call, status, size))
  }

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
    if (!sent) return
    calls.add(OTHER_ROUTE, sent.status, performance.now())
    countOne(app.counts.problems, sent.code)
    logCall({}, { id: sent.id, ip, startedAt: performance.now(), route: '', code: sent.code }, sent.status, sent.size)
  }

  const observed: ObservedServer = {
    calls,
    shed: () => shedding.count,
    inProgress: () => ({
      calls: concurrency.calls.count,
      sign_in: concurrency.signInPages.count,
      bodies: context.bodyReaders.count,
      uploads: app.transfers.uploads.inProgress,
      downloads: app.transfers.downloads.count,
    }),
    rateLimits: policy.buckets,
    checks: health.checks,
    isDraining: health.isDraining,
  }

  return {
    server,
    responseCache,
    observed,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          server.off('error', reject)
          resolve((server.address() as { port: number }).port)
        })
      }),
    drain: async ({ pauseMs = options.drainPauseMs, isReplaced } = {}) => {
      await health.pause(pauseMs, isReplaced)
      onDrain?.()
      await health.drain(server, connections)
    },
  }
}
