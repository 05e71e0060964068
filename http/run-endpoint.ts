import { connectionOwner } from '#database/sql/owner.ts'
import { type Call, languageOf } from './call.ts'
import type { Input } from './context.ts'
import { withinSeconds } from './deadline.ts'
import { isAttachment, isForOne, isReadyJson } from './handle.ts'
import type { EndpointTarget } from './part.ts'
import { markReplayed, Replay, refusalOfReplay } from './request/idempotency.ts'
import { type CachedResponse, cachedResponse } from './response/cached-response.ts'
import { dispositionOf, type FileBytes, isFileBytes } from './response/download.ts'
import { type EventStream, isEventStream } from './response/event-stream.ts'
import { cacheKeyOf, personalKey, type ResponseCache, signedInKey } from './response/response-cache.ts'

/** Null is 204. */
export type Answer = CachedResponse | FileBytes | EventStream | null

// The run step: calls the handler with its deadline and makes a response of its return value.
export async function runEndpoint(call: Call, target: EndpointTarget, input: Input, cache: ResponseCache): Promise<Answer> {
  const { version } = cache
  try {
    const running = connectionOwner.run(ownerOf(call), () => target.run(call, input))
    const value = await withinSeconds(target.seconds, running, call.spentMs)
    return answerOf(call, target, value, { cache, version })
  } catch (error) {
    if (error instanceof Replay) return replayed(call, target, error)
    throw error
  } finally {
    call.endWork()
  }
}

const ownerOf = ({ caller, ip }: Call): string => (caller === null ? `address ${ip}` : `person ${caller.id}`)

type Caching = { cache: ResponseCache; version: number }

function answerOf(call: Call, target: EndpointTarget, value: unknown, { cache, version }: Caching): Answer {
  const { endpoint, isRead, serialise } = target
  if (isFileBytes(value) || isEventStream(value)) return value
  if (isAttachment(value)) {
    call.addHeaders('Content-Disposition', dispositionOf(value.name))
    return cachedResponse(value.attachment, { type: value.mime, isPersonal: true })
  }
  if (serialise === null) return null
  const ready = isReadyJson(value) ? value : null
  const json = ready ? ready.utf8 : Buffer.from(serialise(value))
  const withEtag = endpoint.method !== 'POST' || !(endpoint.sameForAll || endpoint.isSignIn)
  const isPersonal = call.caller !== null || !isRead || endpoint.isPrivate === true
  const response = cachedResponse(json, { withEtag, isPersonal, fingerprint: ready?.fingerprint })
  const key = isRead ? keyFor(call, target, value) : null
  if (key !== null) {
    cache.misses++
    response.route = call.routeNumber
    const dependsOn = ready?.dependsOn ? [...ready.dependsOn, ...call.dependsOn] : call.dependsOn
    cache.put(key, response, { sameForAll: endpoint.sameForAll === true, madeIn: version, dependsOn })
  }
  return response
}

// A response to a signed-in caller is cached for that caller alone, unless the contract says otherwise.
function keyFor(call: Call, { app, endpoint }: EndpointTarget, value: unknown): string | null {
  const key = cacheKeyOf(call)
  if (endpoint.isNeverCached || endpoint.isPrivate) return null
  if (key === null || call.caller === null) return key
  if (endpoint.sameForSignedIn && !isForOne(value)) return signedInKey(key)
  if (endpoint.isCachedPerCaller || endpoint.sameForSignedIn)
    return personalKey(call.caller.id, languageOf(call.message, app.settings.locale, app.settings.languages), key)
  return null
}

// The stored response to the first call with the same Idempotency-Key.
function replayed(call: Call, { app, serialise }: EndpointTarget, { stored }: Replay): Answer {
  if (stored.status !== 200) {
    app.counts.idempotentReplays++
    throw refusalOfReplay(stored)
  }
  call.addHeaders(...stored.headers.flat())
  markReplayed(call, app)
  return serialise === null ? null : cachedResponse(Buffer.from(stored.body), { isPersonal: true })
}
