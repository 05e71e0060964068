import { LRUCache } from 'lru-cache'
import type { CachedResponse } from './cached-response.ts'
import { type Call, languageOf } from './call.ts'

const MOST_BYTES = 48 * 1024 * 1024
const LONGEST_KEY = 512
const FILTER_BITS = 1 << 20

// Responses by request: the URL of a GET; URL and body of a POST. Emptied whenever the catalog changes.
export type ResponseCache = ReturnType<typeof createResponseCache>

export const bodyKey = (url: string, body: Buffer): string => `${url}\n${body.toString('latin1')}`

/** What the response depends on besides the caller; null for calls that are never cached. */
export const cacheKeyOf = ({ isGet, method, url, body }: Call): string | null =>
  isGet ? url : method === 'POST' && body !== null ? bodyKey(url, body) : null

// Where a signed-in caller gets more than a guest, one response for all signed-in callers is cached beside the one for guests.
export const signedInKey = (key: string): string => `+${key}`

// A response made for one caller in one language.
export const personalKey = (personId: number, language: string, key: string): string => `@${personId} ${language} ${key}`

// The response cache step. Public responses are found by the request alone; others need a caller who is known without asking the store.
export function findCached(cache: ResponseCache, call: Call): CachedResponse | undefined {
  const key = cacheKeyOf(call)
  if (key === null) return undefined
  const known = cache.get(key)
  const { authorization } = call.message.headers
  if (authorization === undefined || known?.sameForAll) return known
  const { signedIn, config } = call.server.app
  const caller = signedIn.known(authorization)
  if (caller === undefined) return undefined
  if (caller === null) return known
  return cache.get(signedInKey(key)) ?? cache.get(personalKey(caller.id, languageOf(call.message, config.locale), key))
}

export function createResponseCache(mostBytes = MOST_BYTES) {
  const answers = new LRUCache<string, CachedResponse & { sameForAll: boolean }>({
    maxSize: mostBytes,
    // Compressed bodies and the head are added later: half on top leaves room for them.
    sizeCalculation: (answer, key) => Math.ceil(answer.plain.size * 1.5) + key.length + 600,
  })
  // Bloom filter of the keys seen before. Most searches are made once: only a repeated key is worth caching.
  const seen = new Uint32Array(FILTER_BITS >>> 5)
  let seenOnce = 0
  let version = 0

  function isRepeated(key: string): boolean {
    let bit = 0x811c9dc5
    for (let i = 0; i < key.length; i++) bit = Math.imul(bit ^ key.charCodeAt(i), 0x01000193)
    bit = (bit ^ (bit >>> 15)) & (FILTER_BITS - 1)
    const again = ((seen[bit >>> 5]! >>> (bit & 31)) & 1) === 1
    if (again) return true
    // Reset the Bloom filter before false positives rise.
    if (++seenOnce > FILTER_BITS / 16) {
      seen.fill(0)
      seenOnce = 0
    }
    seen[bit >>> 5]! |= 1 << (bit & 31)
    return false
  }

  return {
    get: (key: string) => answers.get(key),
    // A response made before a change must not be cached after it.
    put(key: string, answer: CachedResponse, sameForAll: boolean, madeIn: number): void {
      if (madeIn === version && key.length <= LONGEST_KEY && isRepeated(key)) answers.set(key, Object.assign(answer, { sameForAll }))
    },
    clear(): void {
      version++
      answers.clear()
    },
    get version() {
      return version
    },
    get size() {
      return answers.size
    },
  }
}
