import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Call, ServerContext } from './call.ts'
import { withinSeconds } from './deadline.ts'
import type { ConcurrencyLimit } from './limits/concurrency-limit.ts'
import type { LoadShedding } from './limits/load-shedding.ts'
import { type MountedHandler, runMounted } from './mounted-handler.ts'
import type { Health } from './observe/health.ts'
import type { EndpointTarget } from './part.ts'
import { isPlainJson, receiveBody } from './request/body.ts'
import { discardFiles, readInput, skipForm } from './request/input.ts'
import { isBelow } from './request/paths.ts'
import type { RequestPolicy } from './request/request-policy.ts'
import type { Match, Router } from './request/router.ts'
import type { Unprefixed } from './request/unprefixed.ts'
import type { CachedResponse } from './response/cached-response.ts'
import { Refusal } from './response/problem.ts'
import { findCached, type ResponseCache } from './response/response-cache.ts'
import { send, sendCached, sendProblem, sendReply } from './response/send.ts'
import { runEndpoint } from './run-endpoint.ts'
import { callerFor } from './session/access.ts'

/** Calls being answered. Those of the sign-in wait for identity providers, so they are counted separately. */
export type CallLimits = { calls: ConcurrencyLimit; signInPages: ConcurrencyLimit }

export type PipelineOptions = {
  server: ServerContext
  health: Health
  policy: RequestPolicy
  concurrency: CallLimits
  shedding: LoadShedding
  cache: ResponseCache
  router: Router
  mounts: MountedHandler[]
  unprefixed?: Unprefixed
}

// The steps of every call: policy → response cache → route → access → input → run → send. Each step is a function of the call; errors they
// throw are rendered here.
export function createPipeline({ server, health, policy, concurrency, shedding, cache, router, mounts, unprefixed }: PipelineOptions) {
  function answer(message: IncomingMessage, response: ServerResponse): void {
    const call = policy.begin(message, response, server)
    try {
      runSteps(call)?.catch((error) => sendProblem(call, error))
    } catch (error) {
      sendProblem(call, error)
    }
  }

  // Synchronous up to the response cache, where most calls end.
  function runSteps(call: Call): Promise<void> | void {
    if (server.isDraining()) call.response.shouldKeepAlive = false
    if (unprefixed) addPrefix(call, unprefixed)
    if (health.answer(call)) return
    policy.admit(call)
    const caughtUp = server.app.changes.whenCaughtUp()
    return caughtUp === null ? runAdmitted(call) : caughtUp.then(() => runAdmitted(call))
  }

  function runAdmitted(call: Call): Promise<void> | void {
    const mount = mounts.find(({ prefix }) => isBelow(call.url, prefix))
    if (mount !== undefined) return runMounted(call, mount)
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
    call.body = await receiveBody(call, limit)
    await sendCachedOrServe(call)
  }

  // While a change of this process is being loaded, the responses that depend on it are not yet invalidated.
  function sendCachedOrServe(call: Call): Promise<void> | void {
    const cached = findCached(cache, call)
    if (cached === undefined) return serve(call)
    const fresh = server.app.changes.whenFresh(call.isFromGuest)
    if (fresh === null) return sendHit(call, cached)
    return fresh.then(() => {
      const still = findCached(cache, call)
      return still === undefined ? serve(call) : sendHit(call, still)
    })
  }

  function sendHit(call: Call, cached: CachedResponse): void {
    cache.hits++
    call.routeNumber = cached.route
    sendCached(call, cached)
  }

  async function serve(call: Call): Promise<void> {
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
    if (!server.isOauth(call.url)) await shedding.waitForTurn(call.ip)
    await skipForm(call)
    countCall(call)
    sendReply(call, await target.run(call))
  }

  async function serveEndpoint(call: Call, target: EndpointTarget, match: Match): Promise<void> {
    if (target.isRead) await waitForChanges(call)
    if (!target.endpoint.isSignIn) await shedding.waitForTurn(call.ip)
    const startedAt = performance.now()
    call.caller = await withinSeconds(target.seconds, callerOf(call, target), call.spentMs)
    call.spentMs += performance.now() - startedAt
    const input = await readInput(call, target, match)
    try {
      // Sign-in calls wait in a queue of their own (auth/app.ts).
      if (!target.endpoint.isSignIn) countCall(call)
      await send(call, await runEndpoint(call, target, input, cache))
    } finally {
      await discardFiles(input)
    }
  }

  // Before their turn: many may wait for the same change.
  async function waitForChanges(call: Call): Promise<void> {
    const startedAt = performance.now()
    await server.app.changes.whenFresh(call.isFromGuest)
    call.spentMs += performance.now() - startedAt
  }

  // Reading a session may need the database, so the call is counted then too, but not while its body arrives.
  async function callerOf(call: Call, { endpoint, app }: EndpointTarget): Promise<Call['caller']> {
    const isGuest = call.message.headers.authorization === undefined || endpoint.isSignIn
    const release = isGuest ? null : acquireFor(call)
    try {
      return await callerFor(endpoint, app, call)
    } finally {
      release?.()
    }
  }

  // Until the response has been sent.
  function countCall(call: Call): void {
    if (call.response.destroyed) throw new Refusal('bad_http') // the caller has gone: the work would be for nothing
    call.release = acquireFor(call)
    call.response.once('close', call.release)
  }

  const acquireFor = (call: Call): (() => void) =>
    (server.isOauth(call.url) ? concurrency.signInPages : concurrency.calls).acquire({ address: call.ip })

  return answer
}
