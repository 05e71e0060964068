import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

// AES-256-GCM: nonce, tag, text.
export function seal(key: Buffer, text: Buffer): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 })
  const sealed = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Null when none of the keys decrypts it. */
export function unseal(keys: Buffer[], sealed: Buffer): Buffer | null {
  for (const key of keys) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 })
      decipher.setAuthTag(sealed.subarray(12, 28))
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
    } catch {}
  }
  return null
}

// The successor of a refresh token is encrypted with a key derived from the token itself: a copy of the database does not reveal it.
export const successorKey = (secret: Buffer, sid: string): Buffer => Buffer.from(hkdfSync('sha256', secret, sid, 'successor', 32))
