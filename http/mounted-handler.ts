import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Call } from './call.ts'
import { resources } from './limits/resources.ts'
import { isFromPrivatePeer } from './request/private-peer.ts'
import { Refusal } from './response/problem.ts'

// A handler for everything below a prefix, outside of the pipeline: the identity provider and the mailbox of development.
export type MountedHandler = { prefix: string; handle(message: IncomingMessage, response: ServerResponse): void }

export function runMounted(call: Call, { prefix, handle }: MountedHandler): void {
  const { message, response, server } = call
  call.route = prefix
  refuseUnlessPrivate(call)
  // These handlers read their bodies themselves, without a deadline.
  const timer = setTimeout(() => !message.complete && message.socket.destroy(), resources.bodyReaders.deadlineMs)
  response.once('close', () => clearTimeout(timer))
  response.once('finish', () => server.log(call, response.statusCode, 0))
  handle(message, response)
}

// Anyone who reaches the development provider can sign in as anyone.
function refuseUnlessPrivate({ id, ip, message, route, server: { app } }: Call): void {
  if (isFromPrivatePeer(message)) return
  app.log.warn({ id, ip }, `${route} is for development: only private addresses may use it`)
  throw new Refusal('not_found', { path: route, docs: app.config.docsUrl })
}
