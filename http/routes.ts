import type { IncomingMessage, ServerResponse } from 'node:http'
import fastJson from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, Nothing } from '#contract/endpoint.ts'
import { callerFor } from './access.ts'
import type { App } from './app.ts'
import { keptBody } from './body.ts'
import { callOf, headersOf } from './call.ts'
import { within } from './deadline.ts'
import { type Door, mountDoor } from './doors.ts'
import { type CallContext, isReadyJson, type Route } from './handle.ts'
import type { Manners } from './manners.ts'
import { type createPaths, pathOf } from './paths.ts'
import { Refusal } from './problem.ts'
import { makeReady, type Ready } from './ready.ts'
import { bodyKey, type Shelf, signedInKey } from './shelf.ts'
import { validatorFor } from './validate.ts'

const READ_SECONDS = 6
const WRITE_SECONDS = 12 // both below the phone's 15 s

// A page is an answer for people's eyes or a document: ready bytes at a fixed address, or a redirection.
export type Page = { path: string; ready: Ready } | { path: string; redirectTo: string }
export type Part<A extends App> = { prefix: string; routes: Route<A>[]; pages: Page[]; doors?: Door<A>[]; isOauth?: boolean }

type Mounting<A extends App> = {
  app: A
  parts: Part<A>[]
  paths: ReturnType<typeof createPaths>
  early: Map<string, number>
  shelf: Shelf
  manners: Manners
  send(message: IncomingMessage, response: ServerResponse, answer: Ready): void
  sendProblem(message: IncomingMessage, response: ServerResponse, error: unknown): void
  sent(message: IncomingMessage, status: number, size: number): void
  closeIfDraining(response: ServerResponse): void
}

export function mountRoutes<A extends App>(fastify: FastifyInstance, mounting: Mounting<A>): void {
  const { app, paths, sendProblem } = mounting
  for (const { prefix, routes, pages, doors = [] } of mounting.parts) {
    for (const route of routes) mountEndpoint(fastify, prefix, route, mounting)
    for (const page of pages) mountPage(fastify, prefix, page, mounting)
    for (const door of doors) mountDoor(fastify, prefix, door, mounting)
  }

  const misused = (message: IncomingMessage, methods: Set<string>): Refusal => {
    const allow = [...methods].join(', ')
    return new Refusal('method_not_allowed', { method: message.method!, allow }, { headers: { allow } })
  }

  // Before anything reads a body. GET /project/findmany is a wrong method, not a project of that name.
  fastify.addHook('onRequest', async (request) => {
    const path = pathOf(request.raw.url!)
    const methods = paths.methodsOf(path)
    const isMisused = paths.isMisused(path, request.method) || (request.is404 && methods)
    // Some addresses take GET but not HEAD: those whose GET does something. To HEAD they are not there.
    const isHidden = request.method === 'HEAD' && methods?.has('GET')
    if (isMisused && !isHidden) throw misused(request.raw, methods!)
    if (request.is404 || isMisused) throw new Refusal('not_found', { path: path.slice(0, 100), docs: app.config.docsUrl })
  })
  fastify.setNotFoundHandler(() => {}) // never reached, but without it the hook above is not asked

  fastify.setErrorHandler((error: Error & { code?: string }, request, reply) => {
    reply.hijack()
    const isMediaType = error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || error.code === 'FST_ERR_CTP_EMPTY_TYPE'
    sendProblem(request.raw, reply.raw, isMediaType ? new Refusal('unsupported_media_type', { expected: 'application/json' }) : error)
  })
}

function mountEndpoint<A extends App>(fastify: FastifyInstance, prefix: string, { endpoint, run }: Route<A>, mounting: Mounting<A>): void {
  const { app, shelf, manners, send } = mounting
  const address = prefix + endpoint.path
  const serialise = endpoint.answer === Nothing ? null : fastJson(endpoint.answer as never)
  const check = checkerFor(endpoint)
  const seconds = endpoint.method === 'GET' || endpoint.sameForAll ? READ_SECONDS : WRITE_SECONDS
  const isRead = endpoint.method === 'GET' || endpoint.sameForAll === true
  mounting.paths.add(address, endpoint.method)
  if (endpoint.isSignIn) manners.signInPaths.add(address)
  if (endpoint.method === 'POST' && endpoint.sameForAll) mounting.early.set(address, endpoint.bodyLimit ?? 65_536)

  fastify.route({
    method: endpoint.method === 'GET' ? ['GET', 'HEAD'] : endpoint.method,
    url: address.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: endpoint.bodyLimit,
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const call = callOf(request.raw)
      call.route = address
      const caller = await callerFor(endpoint, app, request.raw)
      const body = request.body ?? (endpoint.body ? {} : undefined)
      check(request.params, request.query, body)
      const edition = shelf.edition
      const context = {
        app,
        params: request.params,
        query: request.query,
        body,
        headers: request.headers,
        caller,
        ip: call.ip,
        requestId: call.id,
        setHeader: (name: string, value: string) => {
          call.extra = [...call.extra, name, value]
        },
        spend: (limit) => manners.spend(limit, call),
      } as CallContext<A, Endpoint>
      const value = await within(seconds, run(context))
      reply.hijack()
      if (serialise === null) return sendNothing(request.raw, reply.raw, mounting)
      const isPersonal = caller !== null || !isRead
      const json = isReadyJson(value) ? value.utf8 : Buffer.from(serialise(value))
      const answer = makeReady(json, { withEtag: endpoint.method === 'GET', isPersonal })
      // What a signed-in caller got is for that caller alone, unless the contract says otherwise.
      if (isRead && caller === null) shelf.put(keyOf(request.raw), answer, endpoint.sameForAll === true, edition)
      else if (isRead && endpoint.sameForSignedIn) shelf.put(signedInKey(keyOf(request.raw)), answer, false, edition)
      send(request.raw, reply.raw, answer)
    },
  })
}

function sendNothing<A extends App>(message: IncomingMessage, response: ServerResponse, { sent, closeIfDraining }: Mounting<A>): void {
  closeIfDraining(response)
  response.writeHead(204, headersOf(callOf(message)).concat('Cache-Control', 'no-store'))
  response.end()
  sent(message, 204, 0)
}

const keyOf = (message: IncomingMessage): string =>
  message.method === 'POST' ? bodyKey(message.url!, keptBody(message) ?? Buffer.alloc(0)) : message.url!

function checkerFor(endpoint: Endpoint) {
  const params = endpoint.params && validatorFor(endpoint.params)
  const query = endpoint.query && validatorFor(endpoint.query)
  const body = endpoint.body && validatorFor(endpoint.body)
  return (givenParams: unknown, givenQuery: unknown, givenBody: unknown): void => {
    params?.(givenParams)
    query?.(givenQuery)
    body?.(givenBody)
  }
}

function mountPage<A extends App>(fastify: FastifyInstance, prefix: string, page: Page, { paths, send }: Mounting<A>): void {
  paths.add(prefix + page.path || '/', 'GET')
  fastify.route({
    method: ['GET', 'HEAD'],
    url: prefix + page.path || '/',
    handler: async (request, reply) => {
      callOf(request.raw).route = prefix + page.path
      reply.hijack()
      if ('ready' in page) return send(request.raw, reply.raw, page.ready)
      reply.raw.writeHead(302, [
        ...headersOf(callOf(request.raw)),
        'Location',
        page.redirectTo,
        'Content-Length',
        '0',
        'Cache-Control',
        'no-store',
      ])
      reply.raw.end()
    },
  })
}
