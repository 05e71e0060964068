import { createLocalJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { PublicKey } from '#store/signing-key.ts'

export const AUDIENCE = 'projectory-api'
const ALGORITHM = 'ES256'
// Stricter than the library, which forgives padding, spaces and loose last bits: one token has one spelling.
const SHAPE = /^[\w-]{10,1024}\.[\w-]{20,3072}\.[\w-]{85}[AQgw]$/
const RELOAD_MS = 60_000
const STRANGER_MS = 30_000 // between two looks for a key nobody has heard of
const LAST_GOOD_MS = 24 * 3_600_000
const CLOCK_TOLERANCE = 5
const MOST_VERIFIED = 10_000

export type TokenClaims = { id: number; sid: string; gen: number; exp: number }
export type TokenReader = ReturnType<typeof createTokenReader>

type Options = { issuer: string; listKeys: () => Promise<PublicKey[]>; now: () => Date; log: Logger }

// Reads access tokens with the keys that lie in the store. Nothing is fetched per call: a snapshot of the keys is renewed once a minute,
// so a revoked key is dropped within that minute and a store that is away does no harm.
export function createTokenReader({ issuer, listKeys, now, log }: Options) {
  let keySet: ReturnType<typeof createLocalJWKSet> | null = null
  let kids = ''
  let loadedAt = Number.NEGATIVE_INFINITY
  let triedAt = Number.NEGATIVE_INFINITY
  let loading: Promise<void> | null = null
  let fault: unknown = new Error('the signing keys were never read')
  // Only what was found good, by the exact token: revocation is asked of the session each time.
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
      log.warn({ err: error }, 'the signing keys cannot be read; going on with the last known')
      if (time - loadedAt > LAST_GOOD_MS) {
        keySet = null
        verified.clear()
      }
    }
  }

  const renew = (): Promise<void> => {
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
    /** What is known of this token without asking anyone; nothing when it has to be read. */
    known(token: string): TokenClaims | undefined {
      const time = now().getTime()
      if (time - loadedAt > RELOAD_MS) return undefined
      const claims = verified.get(token)
      return claims !== undefined && claims.exp * 1000 > time ? claims : undefined
    },

    /** Null for whatever is not a good token of ours. `expiredFor`: seconds a token may have run out and still say whose it was. */
    async read(token: string, expiredFor = CLOCK_TOLERANCE): Promise<TokenClaims | null> {
      if (!SHAPE.test(token)) return null
      if (now().getTime() - loadedAt > RELOAD_MS && now().getTime() - triedAt > STRANGER_MS / 6) await renew()
      else if (keySet === null) await loading // others came first
      if (keySet === null) throw fault // no keys at all: nobody can say whether it is good
      for (const isLast of [false, true]) {
        try {
          const claims = await claimsOf(token, expiredFor)
          if (claims !== null && expiredFor === CLOCK_TOLERANCE) verified.set(token, claims)
          return claims
        } catch (error) {
          const isStranger = error instanceof errors.JWKSNoMatchingKey
          if (isLast || !isStranger || now().getTime() - triedAt < STRANGER_MS) return null
          await renew()
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
