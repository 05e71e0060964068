import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Language } from '#contract/errors.ts'
import type { App } from './app.ts'
import { callOf, headersOf, languageOf } from './call.ts'
import { within } from './deadline.ts'
import type { LimitName } from './limits.ts'
import type { Manners } from './manners.ts'
import type { createPaths } from './paths.ts'

// A door is for a browser that is being sent on: it answers with pages, cookies and redirections instead of JSON.
export type Door<A extends App> = {
  method: 'GET' | 'POST'
  path: string
  isSignIn?: boolean
  withHead?: boolean // only where its GET changes nothing
  open(visit: Visit<A>): Reply | Promise<Reply>
}

export type Visit<A extends App> = {
  app: A
  message: IncomingMessage
  url: string // as it came: path and query
  language: Language
  ip: string
  requestId: string
  spend(limit: LimitName): void
}

export type Reply = { status: number; headers: [string, string][]; body?: string }

const DOOR_SECONDS = 12 // a provider has ten of them

type Mounting<A extends App> = {
  app: A
  paths: ReturnType<typeof createPaths>
  manners: Manners
  sent(message: IncomingMessage, status: number, size: number): void
  closeIfDraining(response: ServerResponse): void
}

export function mountDoor<A extends App>(fastify: FastifyInstance, prefix: string, door: Door<A>, mounting: Mounting<A>): void {
  const { app, paths, manners } = mounting
  const address = prefix + door.path || '/'
  paths.add(address, door.method, { withHead: door.withHead === true })
  if (door.isSignIn) manners.signInPaths.add(address)
  // In a scope of its own: a form is understood here and nowhere else. Nobody reads it, the button pressed says it all.
  fastify.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 4096 }, async () => undefined)
    scope.route({
      method: door.withHead ? [door.method, 'HEAD'] : door.method,
      url: address.replace(/\{(\w+)\}/g, ':$1'),
      handler: async ({ raw }, reply) => {
        const call = callOf(raw)
        call.route = address
        const visit: Visit<A> = {
          app,
          message: raw,
          url: raw.url!,
          language: languageOf(raw, app.config.locale),
          ip: call.ip,
          requestId: call.id,
          spend: (limit) => manners.spend(limit, call),
        }
        const { status, headers, body } = await within(DOOR_SECONDS, door.open(visit))
        reply.hijack()
        mounting.closeIfDraining(reply.raw)
        const size = body === undefined ? 0 : Buffer.byteLength(body)
        const length = status === 204 ? [] : ['Content-Length', String(size)]
        reply.raw.writeHead(status, headersOf(call).concat(headers.flat(), length))
        reply.raw.end(raw.method === 'HEAD' ? undefined : body)
        mounting.sent(raw, status, size)
      },
    })
  })
}
