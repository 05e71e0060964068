import type { webcrypto } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { AnySql, Sql } from '#database/sql.ts'
import { insertAudit } from '#store/audit/insert.ts'
import {
  insertSigningKey,
  listPublicKeys,
  listSigningKeys,
  lockSigningKeys,
  removeRetiredKeys,
  type SigningKey,
  updateKeyStatus,
} from '#store/session/signing-key.ts'
import { seal, unseal } from './seal.ts'

// Key rotation with three keys: next is in the JWKS before it signs, current signs, previous verifies until its last token has expired.

export const ALGORITHM = 'ES256'
const DAY = 86_400_000
const LIFE = 90 * DAY
const PUBLISHED = DAY // in the JWKS before it signs
const VERIFIABLE = 8 * 3_600_000 + 10 * 60_000 // longest access token life, plus leeway
const RELOAD_MS = 60_000

export type Signer = { kid: string; key: webcrypto.CryptoKey }

async function makeKey(sql: AnySql, sealing: Buffer[], status: 'next' | 'current', now: Date): Promise<void> {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  const jwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(jwk) // RFC 7638
  const sealed = seal(sealing[0]!, Buffer.from(JSON.stringify(await exportJWK(privateKey))))
  await insertSigningKey(sql, { kid, alg: ALGORITHM, jwk: jwk as Record<string, unknown>, status, sealed, now })
}

const withStatus = (keys: SigningKey[], status: SigningKey['status']): SigningKey | undefined => keys.find((key) => key.status === status)

// Creates missing keys and rotates when due. Runs at start and once an hour.
export async function maintainKeys(sql: Sql, sealing: Buffer[], now: Date): Promise<void> {
  await sql.begin(async (sql) => {
    await lockSigningKeys(sql)
    const keys = await listSigningKeys(sql)
    const current = withStatus(keys, 'current')
    if (!current) await makeKey(sql, sealing, 'current', now)
    if (!withStatus(keys, 'next')) await makeKey(sql, sealing, 'next', now)
    else if (current && now.getTime() - current.currentSince!.getTime() >= LIFE && isPublished(withStatus(keys, 'next')!, now))
      await promoteNext(sql, keys, sealing, now)
    await removeRetiredKeys(sql, new Date(now.getTime() - VERIFIABLE))
  })
}

const isPublished = ({ createdAt }: SigningKey, now: Date): boolean => now.getTime() - createdAt.getTime() >= PUBLISHED

async function promoteNext(
  sql: AnySql,
  keys: SigningKey[],
  sealing: Buffer[],
  now: Date,
  retiredAs: 'previous' | 'revoked' = 'previous',
): Promise<void> {
  const [current, next] = [withStatus(keys, 'current')!, withStatus(keys, 'next')!]
  await updateKeyStatus(sql, current.kid, retiredAs, now)
  await updateKeyStatus(sql, next.kid, 'current', now)
  await makeKey(sql, sealing, 'next', now)
  const action = retiredAs === 'previous' ? 'key_rotated' : 'key_revoked'
  await insertAudit(sql, { at: now, action, target: current.kid, detail: { successor: next.kid } })
}

export async function rotateKeys(sql: Sql, sealing: Buffer[], now: Date): Promise<void> {
  await maintainKeys(sql, sealing, now)
  await sql.begin(async (sql) => {
    await lockSigningKeys(sql)
    await promoteNext(sql, await listSigningKeys(sql), sealing, now)
  })
}

/** False when there is no such key, or it was revoked before. */
export async function revokeKey(sql: Sql, sealing: Buffer[], kid: string, now: Date): Promise<boolean> {
  await maintainKeys(sql, sealing, now)
  return sql.begin(async (sql) => {
    await lockSigningKeys(sql)
    const keys = await listSigningKeys(sql)
    const key = keys.find((one) => one.kid === kid)
    if (!key || key.status === 'revoked') return false
    if (key.status === 'current') {
      await promoteNext(sql, keys, sealing, now, 'revoked')
      return true
    }
    await updateKeyStatus(sql, kid, 'revoked', now)
    if (key.status === 'next') await makeKey(sql, sealing, 'next', now)
    await insertAudit(sql, { at: now, action: 'key_revoked', target: kid })
    return true
  })
}

export type KeyRing = ReturnType<typeof createKeyRing>

// The signing key and the JWKS. Reloaded once a minute, so that all processes sign with the same key.
export function createKeyRing(sql: Sql, sealing: Buffer[], now: () => Date) {
  let signer: Signer | null = null
  let readAt = Number.NEGATIVE_INFINITY

  async function read(): Promise<Signer> {
    const current = withStatus(await listSigningKeys(sql), 'current')
    if (!current) throw new Error('there is no signing key')
    if (signer?.kid !== current.kid) signer = { kid: current.kid, key: await open(current) }
    readAt = now().getTime()
    return signer
  }

  async function open({ kid, sealed }: SigningKey): Promise<webcrypto.CryptoKey> {
    const text = sealed && unseal(sealing, sealed)
    if (!text)
      throw new Error(
        `the signing key ${kid} was sealed with another master key: give this process the KEY_FILE of the others, or revoke the key`,
      )
    return (await importJWK(JSON.parse(text.toString('utf8')) as JWK, ALGORITHM)) as webcrypto.CryptoKey
  }

  return {
    signer: async (): Promise<Signer> => (signer && Math.abs(now().getTime() - readAt) < RELOAD_MS ? signer : read()),
    publicKeys: async () =>
      (await listPublicKeys(sql)).map(({ kid, alg, jwk: { kty, crv, x, y } }) => ({ kty, crv, x, y, kid, alg, use: 'sig' })),
  }
}
