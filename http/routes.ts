import type { IncomingMessage, ServerResponse } from 'node:http'
import fastJson from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { App } from './app.ts'
import { keptBody } from './body.ts'
import { callOf, headersOf } from './call.ts'
import { type CallContext, isReadyJson, type Route } from './handle.ts'
import type { Manners } from './manners.ts'
import { type createPaths, pathOf } from './paths.ts'
import { Refusal } from './problem.ts'
import { makeReady, type Ready } from './ready.ts'
import { bodyKey, type Shelf } from './shelf.ts'
import { validatorFor } from './validate.ts'

const READ_SECONDS = 6
const WRITE_SECONDS = 12 // both below the phone's 15 s

// A page is an answer for people's eyes or a document: ready bytes at a fixed address, or a redirection.
export type Page = { path: string; ready: Ready } | { path: string; redirectTo: string }
export type Part<A extends App> = { prefix: string; routes: Route<A>[]; pages: Page[] }

type Mounting<A extends App> = {
  app: A
  parts: Part<A>[]
  paths: ReturnType<typeof createPaths>
  early: Map<string, number>
  shelf: Shelf
  manners: Manners
  send(message: IncomingMessage, response: ServerResponse, answer: Ready): void
  sendProblem(message: IncomingMessage, response: ServerResponse, error: unknown): void
}

export function mountRoutes<A extends App>(fastify: FastifyInstance, mounting: Mounting<A>): void {
  const { app, paths, sendProblem } = mounting
  for (const { prefix, routes, pages } of mounting.parts) {
    for (const route of routes) mountEndpoint(fastify, prefix, route, mounting)
    for (const page of pages) mountPage(fastify, prefix, page, mounting)
  }

  const misused = (message: IncomingMessage, methods: Set<string>): Refusal => {
    const allow = [...methods].join(', ')
    return new Refusal('method_not_allowed', { method: message.method!, allow }, { headers: { allow } })
  }

  // Before anything reads a body. GET /project/findmany is a wrong method, not a project of that name.
  fastify.addHook('onRequest', async (request) => {
    const path = pathOf(request.raw.url!)
    const methods = paths.methodsOf(path)
    if (paths.isMisused(path, request.method) || (request.is404 && methods)) throw misused(request.raw, methods!)
    if (request.is404) throw new Refusal('not_found', { path: path.slice(0, 100), docs: app.config.docsUrl })
  })
  fastify.setNotFoundHandler(() => {}) // never reached, but without it the hook above is not asked

  fastify.setErrorHandler((error: Error & { code?: string }, request, reply) => {
    reply.hijack()
    const isMediaType = error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || error.code === 'FST_ERR_CTP_EMPTY_TYPE'
    sendProblem(request.raw, reply.raw, isMediaType ? new Refusal('unsupported_media_type', { expected: 'application/json' }) : error)
  })
}

function mountEndpoint<A extends App>(fastify: FastifyInstance, prefix: string, { endpoint, run }: Route<A>, mounting: Mounting<A>): void {
  // Deny by default: there is no sign-in yet, so a closed endpoint cannot be opened by accident.
  if (endpoint.access !== 'public') throw new Error(`${endpoint.id}: access “${endpoint.access}” cannot be checked yet`)
  const { app, shelf, manners, send } = mounting
  const address = prefix + endpoint.path
  const serialise = fastJson(endpoint.answer as never)
  const check = checkerFor(endpoint)
  const seconds = endpoint.method === 'GET' || endpoint.sameForAll ? READ_SECONDS : WRITE_SECONDS
  const isShelved = endpoint.method === 'GET' || endpoint.sameForAll === true
  mounting.paths.add(address, endpoint.method)
  if (endpoint.method === 'POST' && endpoint.sameForAll) mounting.early.set(address, endpoint.bodyLimit ?? 65_536)

  fastify.route({
    method: endpoint.method === 'GET' ? ['GET', 'HEAD'] : endpoint.method,
    url: address.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: endpoint.bodyLimit,
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const call = callOf(request.raw)
      call.route = address
      const body = request.body ?? (endpoint.body ? {} : undefined)
      check(request.params, request.query, body)
      const edition = shelf.edition
      const context = {
        app,
        params: request.params,
        query: request.query,
        body,
        headers: request.headers,
        spend: () => manners.spendSearch(call),
      } as CallContext<A, Endpoint>
      const value = await within(seconds, run(context))
      const answer = makeReady(isReadyJson(value) ? value.utf8 : Buffer.from(serialise(value)), { withEtag: endpoint.method === 'GET' })
      // What a signed-in caller got is for that caller alone, unless the contract says otherwise.
      if (isShelved && (endpoint.sameForAll || request.headers.authorization === undefined))
        shelf.put(keyOf(request.raw), answer, endpoint.sameForAll === true, edition)
      reply.hijack()
      send(request.raw, reply.raw, answer)
    },
  })
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

async function within<T>(seconds: number, work: T | Promise<T>): Promise<T> {
  if (!(work instanceof Promise)) return work
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Refusal('deadline_exceeded', { seconds })), seconds * 1000)
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
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
