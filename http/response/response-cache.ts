import { LRUCache } from 'lru-cache'
import { type Call, languageOf } from '#http/call.ts'
import type { Changed, Dependency } from '#rules/dependency.ts'
import type { CachedResponse } from './cached-response.ts'

export const CACHE_BYTES = 48 * 1024 * 1024
const LONGEST_KEY = 512
const FILTER_BITS = 1 << 20
const MOST_CHANGED = 50_000

// Responses by request: the URL of a GET; URL and body of a POST. Each is dropped when something it was made from changes.
export type ResponseCache = ReturnType<typeof createResponseCache>

export const bodyKey = (url: string, body: Buffer): string => `${url}\n${body.toString('latin1')}`

/** The cache key without the caller; null for calls that are never cached. */
export const cacheKeyOf = ({ isGet, method, url, body }: Call): string | null =>
  isGet ? url : method === 'POST' && body !== null ? bodyKey(url, body) : null

// Guests and signed-in callers have separate entries; one entry is shared by all signed-in callers.
export const signedInKey = (key: string): string => `+${key}`

// A response made for one caller in one language.
export const personalKey = (personId: number, language: string, key: string): string => `@${personId} ${language} ${key}`

// The response cache step. Public responses are found by the request alone; others need a caller whose session is cached.
export function findCached(cache: ResponseCache, call: Call): CachedResponse | undefined {
  const key = cacheKeyOf(call)
  if (key === null) return undefined
  const entry = cache.get(key)
  const { authorization } = call.message.headers
  if (authorization === undefined || entry?.sameForAll) return entry?.response
  const { signedIn, settings } = call.server.app
  const caller = signedIn.cached(authorization)
  if (caller === undefined) return undefined
  if (caller === null) return entry?.response
  const language = languageOf(call.message, settings.locale, settings.languages)
  const own = cache.get(signedInKey(key)) ?? cache.get(personalKey(caller.id, language, key))
  return own?.response
}

type Cached = { response: CachedResponse; sameForAll: boolean; dependsOn: readonly Dependency[] }
type Made = { sameForAll: boolean; madeIn: number; dependsOn?: readonly Dependency[] }

export function createResponseCache(mostBytes = CACHE_BYTES) {
  const keysOf = new Map<Dependency, Set<string>>()
  const onAnything = new Set<string>() // keys of responses without dependencies: every change drops them
  const isRepeated = createSeenFilter()
  let version = 0
  let changedAt = new Map<Dependency, number>() // the version in which each last changed
  let discardedBefore = 0 // changes of earlier versions are no longer in `changedAt`

  const responses = new LRUCache<string, Cached>({
    maxSize: mostBytes,
    // Compressed bodies and headers are added later: 50 % more for them.
    sizeCalculation: ({ response, dependsOn }, key) => Math.ceil(response.plain.size * 1.5) + key.length + 600 + dependsOn.length * 80,
    dispose: ({ dependsOn }, key) => {
      if (dependsOn.length === 0) onAnything.delete(key)
      for (const one of dependsOn) {
        const keys = keysOf.get(one)
        keys?.delete(key)
        if (keys?.size === 0) keysOf.delete(one)
      }
    },
  })

  // A response may be stale if one of its dependencies changed while it was being made.
  function isStale(madeIn: number, dependsOn: readonly Dependency[]): boolean {
    if (madeIn < discardedBefore) return true
    return dependsOn.length === 0 ? madeIn < version : dependsOn.some((one) => (changedAt.get(one) ?? 0) > madeIn)
  }

  function clear(): void {
    version++
    discardedBefore = version
    changedAt = new Map()
    responses.clear()
  }

  return {
    /** For the metrics. A miss is a response that was made and could have been cached. */
    hits: 0,
    misses: 0,
    get: (key: string) => responses.get(key),
    /** `madeIn` is the version before the response was made. */
    put(key: string, response: CachedResponse, { sameForAll, madeIn, dependsOn = [] }: Made): void {
      if (key.length > LONGEST_KEY || isStale(madeIn, dependsOn) || !isRepeated(key)) return
      responses.set(key, { response, sameForAll, dependsOn })
      if (!responses.has(key)) return // larger than the whole cache
      if (dependsOn.length === 0) onAnything.add(key)
      for (const one of dependsOn) {
        const keys = keysOf.get(one)
        if (keys) keys.add(key)
        else keysOf.set(one, new Set([key]))
      }
    },
    /** Drops the responses that depend on something that has changed. */
    invalidate(changed: Changed): void {
      if (changed === 'everything') return clear()
      if (changed.size === 0) return
      version++
      for (const one of changed) {
        changedAt.set(one, version)
        for (const key of [...(keysOf.get(one) ?? [])]) responses.delete(key)
      }
      for (const key of [...onAnything]) responses.delete(key)
      if (changedAt.size <= MOST_CHANGED) return
      changedAt = new Map()
      discardedBefore = version
    },
    clear,
    get version() {
      return version
    },
    get size() {
      return responses.size
    },
    get bytes() {
      return responses.calculatedSize
    },
  }
}

// A Bloom filter of the keys seen before. Most searches are made once: only a repeated key is worth caching.
function createSeenFilter(): (key: string) => boolean {
  const seen = new Uint32Array(FILTER_BITS >>> 5)
  let seenOnce = 0
  return (key) => {
    let bit = 0x811c9dc5
    for (let i = 0; i < key.length; i++) bit = Math.imul(bit ^ key.charCodeAt(i), 0x01000193)
    bit = (bit ^ (bit >>> 15)) & (FILTER_BITS - 1)
    if (((seen[bit >>> 5]! >>> (bit & 31)) & 1) === 1) return true
    // Reset the Bloom filter before false positives rise.
    if (++seenOnce > FILTER_BITS / 16) {
      seen.fill(0)
      seenOnce = 0
    }
    seen[bit >>> 5]! |= 1 << (bit & 31)
    return false
  }
}
