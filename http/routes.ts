import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { App } from './app.ts'
import { asksForPage, callOf, headersOf } from './call.ts'
import { type Door, mountDoor } from './doors.ts'
import type { Route } from './handle.ts'
import type { Manners } from './manners.ts'
import { mountEndpoint } from './mount-endpoint.ts'
import { type createPaths, isBelow, pathOf } from './paths.ts'
import { Refusal } from './problem.ts'
import type { Ready } from './ready.ts'
import type { Shelf } from './shelf.ts'

// A page is an answer for people's eyes or a document: ready bytes at a fixed address, or a redirection.
export type Page = { path: string; ready: Ready } | { path: string; redirectTo: string }
// What people see at an address that leads nowhere below this one; programs get a problem.
export type Lost = { below: string; ready: Ready }
export type Part<A extends App> = {
  prefix: string
  routes: Route<A>[]
  pages: Page[]
  lost?: Lost[]
  doors?: Door<A>[]
  isOauth?: boolean
}

export type Mounting<A extends App> = {
  app: A
  parts: Part<A>[]
  paths: ReturnType<typeof createPaths>
  lostPageFor: ReturnType<typeof lostPages>
  early: Map<string, number>
  shelf: Shelf
  manners: Manners
  send(message: IncomingMessage, response: ServerResponse, answer: Ready): void
  sendProblem(message: IncomingMessage, response: ServerResponse, error: unknown): void
  sent(message: IncomingMessage, status: number, size: number): void
  closeIfDraining(response: ServerResponse): void
}

/** What a person sees who went to an address that leads nowhere: of the part it belongs to, for what is below /api/ stays with programs. */
export function lostPages(parts: Pick<Part<App>, 'prefix' | 'lost'>[]) {
  const nearest = parts.toSorted((one, other) => other.prefix.length - one.prefix.length)
  const lostAt = (path: string): Ready | undefined =>
    nearest.find(({ prefix }) => isBelow(path, prefix))?.lost?.find(({ below }) => isBelow(path, below))?.ready
  return (message: IncomingMessage): Ready | undefined =>
    (message.method === 'GET' || message.method === 'HEAD') && asksForPage(message) ? lostAt(pathOf(message.url!)) : undefined
}

export function mountRoutes<A extends App>(fastify: FastifyInstance, mounting: Mounting<A>): void {
  const { app, paths, lostPageFor, send, sendProblem } = mounting
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
    if ((request.is404 && !lostPageFor(request.raw)) || isMisused)
      throw new Refusal('not_found', { path: path.slice(0, 100), docs: app.config.docsUrl })
  })
  // What the hook above lets pass is somebody's navigation.
  fastify.setNotFoundHandler((request, reply) => {
    reply.hijack()
    callOf(request.raw).code = 'not_found'
    send(request.raw, reply.raw, lostPageFor(request.raw)!)
  })

  fastify.setErrorHandler((error: Error & { code?: string }, request, reply) => {
    reply.hijack()
    const isMediaType = error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || error.code === 'FST_ERR_CTP_EMPTY_TYPE'
    sendProblem(request.raw, reply.raw, isMediaType ? new Refusal('unsupported_media_type', { expected: 'application/json' }) : error)
  })
}

function mountPage<A extends App>(fastify: FastifyInstance, prefix: string, page: Page, { paths, send }: Mounting<A>): void {
  paths.add(prefix + page.path || '/', 'GET')
  fastify.route({
    method: ['GET', 'HEAD'],
    url: (prefix + page.path || '/').replace(/\{(\w+)\}/g, ':$1'),
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
