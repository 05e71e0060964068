import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { App } from './app.ts'
import { answerBelowHttp } from './below.ts'
import { isPlainJson, keepBody, keptBody, parseJson, readBody } from './body.ts'
import { callOf, headersOf, languageOf, setCall } from './call.ts'
import { watchConnections } from './connections.ts'
import { STREAMING } from './event-stream.ts'
import { createHealth, type Health } from './health.ts'
import { addressKey, type Preset, presets } from './limits.ts'
import { createCallLog } from './log.ts'
import { createManners } from './manners.ts'
import { createPaths, isBelow, pathOf } from './paths.ts'
import { problemOf, Refusal, refusalOf } from './problem.ts'
import { type Ready, sendReady } from './ready.ts'
import { lostPages, mountRoutes, type Part } from './routes.ts'
import { bodyKey, createShelf, personalKey, type Shelf, signedInKey } from './shelf.ts'
import type { Unprefixed } from './unprefixed.ts'

const MOST_IN_FLIGHT = 200
const DEFAULT_BODY = 64 * 1024

export type HttpServer = {
  listen(port: number, host: string): Promise<number>
  drain(): Promise<void>
  shelf: Shelf
  server: Server
}

export type ServerOptions<A extends App> = {
  app: A
  parts: Part<A>[]
  shelf?: Shelf
  isReady: () => Promise<boolean>
  limits?: Preset
  guests?: Guest[]
  unprefixed?: Unprefixed
}

// A handler that is not ours and speaks for itself below a prefix: the development identity provider.
export type Guest = { prefix: string; handle(message: IncomingMessage, response: ServerResponse): void }

// Every part is served here: first the manners all calls share, then ready answers from the shelf, then the router.
export async function createHttpServer<A extends App>({
  app,
  parts,
  shelf = createShelf(),
  isReady,
  limits,
  guests = [],
  unprefixed,
}: ServerOptions<A>): Promise<HttpServer> {
  const { config } = app
  const manners = createManners(config, limits ?? presets[config.rateLimits])
  const health: Health = createHealth(isReady)
  const paths = createPaths()
  for (const path of ['/healthz', '/readyz']) paths.add(path, 'GET')
  const logCall = createCallLog(app.log)
  const early = new Map<string, number>() // POST addresses whose answers may lie on the shelf -> body limit
  const oauthPrefixes = parts.filter(({ isOauth }) => isOauth).map(({ prefix }) => prefix)
  let inFlight = 0
  let route: (message: IncomingMessage, response: ServerResponse) => void = () => {}

  function sendProblem(message: IncomingMessage, response: ServerResponse, error: unknown): void {
    const call = callOf(message)
    const refusal = refusalOf(error)
    if (refusal.code === 'internal') app.log.error({ id: call.id, err: error }, 'a call broke')
    call.code = refusal.code
    const isOauth = oauthPrefixes.some((prefix) => prefix === '' || isBelow(message.url!, prefix))
    const { status, headers, body } = problemOf(refusal, languageOf(message, config.locale), call.id, config.docsUrl, isOauth)
    if (response.headersSent || response.destroyed) {
      response.destroy()
      return logCall(message, call, status, 0)
    }
    const size = Buffer.byteLength(body)
    closeIfDraining(response)
    response.writeHead(
      status,
      headersOf(call).concat(Object.entries(headers).flat(), ['Vary', 'Accept-Language', 'Content-Length', String(size)]),
    )
    response.end(message.method === 'HEAD' ? undefined : body)
    logCall(message, call, status, size)
  }

  // Asked when an answer leaves, so that calls under way when the drain began close their connection too.
  function closeIfDraining(response: ServerResponse): void {
    if (health.isDraining()) response.shouldKeepAlive = false
  }

  function send(message: IncomingMessage, response: ServerResponse, answer: Ready): void {
    const call = callOf(message)
    closeIfDraining(response)
    const { status, size } = sendReady(message, response, answer, call)
    logCall(message, call, status, size)
  }

  // Answers that lie ready leave before the router: this is where most calls end.
  function fromShelf(message: IncomingMessage, response: ServerResponse, key: string): boolean {
    const { authorization } = message.headers
    let known = shelf.get(key)
    if (authorization !== undefined && !known?.sameForAll) {
      const caller = app.signedIn.known(authorization)
      if (caller === undefined) return false
      if (caller !== null) known = shelf.get(signedInKey(key)) ?? shelf.get(personalKey(caller.id, languageOf(message, config.locale), key))
    }
    if (known === undefined) return false
    send(message, response, known)
    return true
  }

  // A refused refresh would sign a person out: the calls of signing in are never turned away for being many.
  const isSignIn = ({ method, url }: IncomingMessage): boolean => method === 'POST' && manners.signInPaths.has(pathOf(url!))

  function toRouter(message: IncomingMessage, response: ServerResponse): void {
    if (inFlight >= MOST_IN_FLIGHT && !isSignIn(message)) return sendProblem(message, response, new Refusal('overloaded'))
    inFlight++
    let isUnderWay = true
    const end = () => {
      if (isUnderWay) inFlight--
      isUnderWay = false
    }
    response.once('close', end)
    response.once(STREAMING, end) // it stays open, but there is nothing left to do for it
    route(message, response)
  }

  function readEarly(message: IncomingMessage, response: ServerResponse, limit: number): void {
    readBody(message, limit).then(
      (body) => {
        keepBody(message, body)
        if (!fromShelf(message, response, bodyKey(message.url!, body))) toRouter(message, response)
      },
      (error) => sendProblem(message, response, error),
    )
  }

  function answer(message: IncomingMessage, response: ServerResponse): void {
    const call = manners.begin(message)
    setCall(message, call)
    try {
      closeIfDraining(response)
      const fixed = unprefixed?.({ method: message.method!, url: message.url!, accept: message.headers.accept })
      if (fixed) {
        call.extra = [...call.extra, 'Vary', 'Accept']
        message.url = fixed.url
      }
      const { method, url } = message
      if (health.answer(message, response, call)) return
      manners.refuse(message, call, isSignIn(message))
      for (const guest of guests) if (isBelow(url!, guest.prefix)) return toGuest(guest, message, response)
      if ((method === 'GET' || method === 'HEAD') && fromShelf(message, response, url!)) return
      if (method === 'OPTIONS') return preflight(message, response)
      const limit = method === 'POST' && isPlainJson(message) ? early.get(pathOf(url!)) : undefined
      if (limit !== undefined) readEarly(message, response, limit)
      else toRouter(message, response)
    } catch (error) {
      sendProblem(message, response, error)
    }
  }

  function toGuest(guest: Guest, message: IncomingMessage, response: ServerResponse): void {
    closeIfDraining(response)
    callOf(message).route = guest.prefix
    response.once('finish', () => logCall(message, callOf(message), response.statusCode, 0))
    guest.handle(message, response)
  }

  function preflight(message: IncomingMessage, response: ServerResponse): void {
    const allowed = paths.methodsOf(pathOf(message.url!))
    if (!allowed) throw new Refusal('not_found', { path: pathOf(message.url!), docs: config.docsUrl })
    response.writeHead(204, headersOf(callOf(message)).concat(manners.preflight(message, [...allowed].join(', '))))
    response.end()
    logCall(message, callOf(message), 204, 0)
  }

  const server = createServer(
    {
      maxHeaderSize: 16_384,
      headersTimeout: 10_000,
      requestTimeout: 320_000,
      keepAliveTimeout: 75_000,
      connectionsCheckingInterval: 2000,
      requireHostHeader: false,
    },
    answer,
  )
  server.maxRequestsPerSocket = 10_000
  server.on('checkExpectation', answer)
  const connections = watchConnections(server, manners)
  server.on('clientError', answerBelow)
  server.on('connect', (_message: IncomingMessage, socket: Socket) => answerBelow(new Error('CONNECT'), socket))

  function answerBelow(error: NodeJS.ErrnoException, socket: Socket): void {
    const ip = addressKey(socket.remoteAddress ?? '')
    const said = answerBelowHttp(error, socket, config)
    if (said) logCall({}, { id: said.id, ip, startedAt: performance.now(), route: '', code: said.code }, said.status, said.size)
  }

  const lostPageFor = lostPages(parts)
  const fastify: FastifyInstance = Fastify({
    serverFactory: (handler) => {
      route = handler // calls come to it from answer(), after the manners
      return server
    },
    logger: false,
    bodyLimit: DEFAULT_BODY,
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 8192 },
    frameworkErrors: (error, { raw: message }, { raw: response }) => {
      if (error.code !== 'FST_ERR_BAD_URL') return sendProblem(message, response, error)
      const page = lostPageFor(message)
      if (!page) return sendProblem(message, response, new Refusal('bad_url'))
      callOf(message).code = 'bad_url'
      send(message, response, page)
    },
  })
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser('application/json', async (request: FastifyRequest) => {
    if (!isPlainJson(request.raw)) throw new Refusal('unsupported_media_type', { expected: 'application/json' })
    return parseJson(keptBody(request.raw) ?? (await readBody(request.raw, request.routeOptions.bodyLimit!)))
  })
  const sent = (message: IncomingMessage, status: number, size: number) => logCall(message, callOf(message), status, size)
  fastify.addContentTypeParser('multipart/form-data', async () => undefined) // read later, by those who take files
  mountRoutes(fastify, { app, parts, paths, lostPageFor, early, shelf, manners, send, sendProblem, sent, closeIfDraining })
  await fastify.ready()

  return {
    server,
    shelf,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          server.off('error', reject)
          resolve((server.address() as { port: number }).port)
        })
      }),
    drain: () => health.drain(server, connections),
  }
}
