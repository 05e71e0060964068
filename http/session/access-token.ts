import { createLocalJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { PublicKey } from '#store/session/signing-key.ts'

export const AUDIENCE = 'projectory-api'
const ALGORITHM = 'ES256'
// Stricter than jose, which accepts padding, spaces and non-zero trailing bits: each token has exactly one valid encoding.
const SHAPE = /^[\w-]{10,1024}\.[\w-]{20,3072}\.[\w-]{85}[AQgw]$/
const RELOAD_MS = 60_000
const UNKNOWN_KID_MS = 30_000 // at least this long between two reloads for an unknown `kid`
const LAST_GOOD_MS = 24 * 3_600_000
const CLOCK_TOLERANCE = 5
const MOST_VERIFIED = 10_000

export type TokenClaims = { id: number; sid: string; gen: number; exp: number }
export type TokenReader = ReturnType<typeof createTokenReader>

type Options = { issuer: string; listKeys: () => Promise<PublicKey[]>; now: () => Date; log: Logger }

// Verifies access tokens with the JWKS from the database. The key set is cached and reloaded once a minute, so a revoked key is dropped
// within that minute, and a database outage does not invalidate tokens.
export function createTokenReader({ issuer, listKeys, now, log }: Options) {
  let keySet: ReturnType<typeof createLocalJWKSet> | null = null
  let kids = ''
  let loadedAt = Number.NEGATIVE_INFINITY
  let triedAt = Number.NEGATIVE_INFINITY
  let loading: Promise<void> | null = null
  let fault: unknown = new Error('the signing keys were never read')
  // Cache of valid tokens only. It does not cover revocation: the session is checked on every call.
  const verified = new LRUCache<string, TokenClaims>({ max: MOST_VERIFIED })

  async function load(): Promise<void> {
    const time = now().getTime()
    triedAt = time
    try {
      const keys = await listKeys()
      const names = keys.map(({ kid }) => kid).join(' ')
      if (names !== kids) verified.clear()
      kids = names
      keySet = createLocalJWKSet({ keys: keys.map(({ kid, alg, jwk }) => ({ ...jwk, kid, alg, use: 'sig' }) as never) })
      loadedAt = time
    } catch (error) {
      fault = error
      log.warn({ err: error }, 'the signing keys cannot be read; using the cached ones')
      if (time - loadedAt > LAST_GOOD_MS) {
        keySet = null
        verified.clear()
      }
    }
  }

  const reload = (): Promise<void> => {
    loading ??= load().finally(() => {
      loading = null
    })
    return loading
  }

  async function claimsOf(token: string, clockTolerance: number): Promise<TokenClaims | null> {
    const { payload } = await jwtVerify(token, keySet!, {
      issuer,
      audience: AUDIENCE,
      typ: 'at+jwt',
      algorithms: [ALGORITHM],
      requiredClaims: ['exp', 'iat', 'sub', 'sid', 'jti'],
      currentDate: now(),
      clockTolerance,
    })
    return readClaims(payload)
  }

  return {
    /** The claims from the cache; undefined when the token has to be verified with `read`. */
    cached(token: string): TokenClaims | undefined {
      const time = now().getTime()
      if (time - loadedAt > RELOAD_MS) return undefined
      const claims = verified.get(token)
      return claims !== undefined && claims.exp * 1000 > time ? claims : undefined
    },

    /** Null for an invalid token. `expiredFor`: how many seconds after its expiry a token is still accepted. */
    async read(token: string, expiredFor = CLOCK_TOLERANCE): Promise<TokenClaims | null> {
      if (!SHAPE.test(token)) return null
      if (now().getTime() - loadedAt > RELOAD_MS && now().getTime() - triedAt > UNKNOWN_KID_MS / 6) await reload()
      else if (keySet === null) await loading // another call has started the first load
      if (keySet === null) throw fault // without keys the token is neither valid nor invalid
      for (const isLast of [false, true]) {
        try {
          const claims = await claimsOf(token, expiredFor)
          if (claims !== null && expiredFor === CLOCK_TOLERANCE) verified.set(token, claims)
          return claims
        } catch (error) {
          const isUnknownKid = error instanceof errors.JWKSNoMatchingKey
          if (isLast || !isUnknownKid || now().getTime() - triedAt < UNKNOWN_KID_MS) return null
          await reload()
        }
      }
      return null
    },
  }
}

function readClaims({ id, sub, sid, gen, exp }: JWTPayload): TokenClaims | null {
  if (!Number.isInteger(id) || String(id) !== sub || typeof sid !== 'string' || !Number.isInteger(gen)) return null
  return { id: id as number, sid, gen: gen as number, exp: exp! }
}
