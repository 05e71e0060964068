import { createHmac, timingSafeEqual } from 'node:crypto'
import { DamagedArchive } from './tar.ts'

// Checksums find damage, not forgery: whoever changes a backup can compute them again. So the manifest has a code made with a key derived from
// the master key, which is not in the backup.

export const SIGNATURE = 'manifest.mac'
export const MOST_SIGNATURE_BYTES = 1024

export type Signature = { key: string; mac: string }
/** own: by one of the keys here; foreign: by a key that is not here. */
export type Signed = 'own' | 'foreign' | 'unsigned'

const macOf = (key: Buffer, text: Uint8Array | string): Buffer => createHmac('sha256', key).update(text).digest()

/** Names the key without telling it, so that after a rotation the right one is found. */
export const keyName = (key: Buffer): string => macOf(key, 'name of the key').toString('hex').slice(0, 16)

export const sign = (manifest: Uint8Array, key: Buffer): Signature => ({ key: keyName(key), mac: macOf(key, manifest).toString('hex') })

/** Throws if the manifest was changed after it was signed with one of these keys. */
export function checkSignature(manifest: Uint8Array, signature: Signature | null, keys: readonly Buffer[]): Signed {
  if (signature === null) return 'unsigned'
  const key = keys.find((one) => keyName(one) === signature.key)
  if (key === undefined) return 'foreign'
  const given = Buffer.from(signature.mac, 'hex')
  const expected = macOf(key, manifest)
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new DamagedArchive('the backup was changed after it was made: its manifest does not match its signature')
  return 'own'
}

export function readSignature(text: string): Signature {
  try {
    const { key, mac } = JSON.parse(text) as Signature
    if (/^[0-9a-f]{16}$/.test(key) && /^[0-9a-f]{64}$/.test(mac)) return { key, mac }
  } catch {}
  throw new DamagedArchive('the backup is damaged: its signature cannot be read')
}
