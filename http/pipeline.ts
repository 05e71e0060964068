import type { IncomingMessage, ServerResponse } from 'node:http'
import { callerFor } from './access.ts'
import { isPlainJson, readBody } from './body.ts'
import type { Call, ServerContext } from './call.ts'
import type { Health } from './health.ts'
import { discardFiles, readInput, skipForm } from './input.ts'
import type { EndpointTarget } from './part.ts'
import { isBelow } from './paths.ts'
import { createPlaces } from './places.ts'
import type { RequestPolicy } from './request-policy.ts'
import { findCached, type ResponseCache } from './response-cache.ts'
import type { Match, Router } from './router.ts'
import { runEndpoint } from './run-endpoint.ts'
import { send, sendCached, sendProblem, sendReply } from './send.ts'
import type { Unprefixed } from './unprefixed.ts'

const MOST_IN_FLIGHT = 200

// A handler that is not part of the service and answers everything below a prefix itself: the development identity provider.
export type Guest = { prefix: string; handle(message: IncomingMessage, response: ServerResponse): void }

export type PipelineOptions = {
  server: ServerContext
  health: Health
  policy: RequestPolicy
  cache: ResponseCache
  router: Router
  guests: Guest[]
  unprefixed?: Unprefixed
}

// The way of every call: policy → response cache → route → access → input → run → send. Each step is a function of the call; a step that
// refuses throws, and the error is rendered here, at the end.
export function createPipeline({ server, health, policy, cache, router, guests, unprefixed }: PipelineOptions) {
  const places = createPlaces(MOST_IN_FLIGHT)

  function answer(message: IncomingMessage, response: ServerResponse): void {
    const call = policy.begin(message, response, server)
    try {
      passSteps(call)?.catch((error) => sendProblem(call, error))
    } catch (error) {
      sendProblem(call, error)
    }
  }

  // Synchronous up to the response cache, where most calls end.
  function passSteps(call: Call): Promise<void> | void {
    if (server.isDraining()) call.response.shouldKeepAlive = false
    if (unprefixed) addPrefix(call, unprefixed)
    if (health.answer(call)) return
    policy.admit(call)
    const guest = guests.find(({ prefix }) => isBelow(call.url, prefix))
    if (guest !== undefined) return handOver(call, guest)
    if (call.method === 'OPTIONS') return sendReply(call, policy.preflight(call, router.methodsOf(call.url)))
    const limit = call.method === 'POST' && isPlainJson(call.message) ? router.searchLimit(call.url) : undefined
    return limit === undefined ? sendCachedOrServe(call) : serveSearch(call, limit)
  }

  function addPrefix(call: Call, unprefixed: Unprefixed): void {
    const fixed = unprefixed({ method: call.method, url: call.url, accept: call.message.headers.accept })
    if (fixed === undefined) return
    call.addHeaders('Vary', 'Accept')
    call.url = fixed.url
  }

  // The response to a search is cached by its body.
  async function serveSearch(call: Call, limit: number): Promise<void> {
    call.body = await readBody(call.message, limit)
    await sendCachedOrServe(call)
  }

  // While a change of this process is being read in, it is not yet known which responses depend on it.
  function sendCachedOrServe(call: Call): Promise<void> | void {
    const cached = findCached(cache, call)
    if (cached === undefined) return serve(call)
    const fresh = server.app.whenFresh()
    if (fresh === null) return sendCached(call, cached)
    return fresh.then(() => {
      const still = findCached(cache, call)
      return still === undefined ? serve(call) : sendCached(call, still)
    })
  }

  async function serve(call: Call): Promise<void> {
    takePlace(call)
    const match = router.find(call)
    const { target } = match
    if (target.kind === 'page') return sendCached(call, target.page.response)
    if (target.kind === 'redirect')
      return sendReply(call, {
        status: 302,
        headers: [
          ['Location', target.to],
          ['Cache-Control', 'no-store'],
        ],
      })
    if (target.kind === 'endpoint') return serveEndpoint(call, target, match)
    await skipForm(call)
    sendReply(call, await target.run(call))
  }

  async function serveEndpoint(call: Call, target: EndpointTarget, match: Match): Promise<void> {
    call.caller = await callerFor(target.endpoint, target.app, call)
    const input = await readInput(call, target, match)
    try {
      await send(call, await runEndpoint(call, target, input, cache))
    } finally {
      await discardFiles(input)
    }
  }

  function takePlace(call: Call): void {
    call.leave = places.take(policy.isSignIn(call))
    call.response.once('close', call.leave)
  }

  function handOver(call: Call, guest: Guest): void {
    call.route = guest.prefix
    call.response.once('finish', () => server.log(call, call.response.statusCode, 0))
    guest.handle(call.message, call.response)
  }

  return answer
}
