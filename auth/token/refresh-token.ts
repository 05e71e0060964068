import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

// pj_rt_1.<sid 16, gen 4, secret 32, MAC 16 bytes>. The MAC rejects garbage without a database query, and proves that an old generation was
// issued by us: a session id alone is not enough to trigger reuse detection.
export type RefreshToken = { sid: string; gen: number; secret: Buffer }

const PREFIX = 'pj_rt_1.'
const LENGTH = 16 + 4 + 32 + 16

export const makeSecret = (): Buffer => randomBytes(32)
export const hashOf = (secret: Buffer | string): Buffer => createHash('sha256').update(secret).digest()

const macOf = (key: Buffer, body: Buffer): Buffer => createHmac('sha256', key).update(body).digest().subarray(0, 16)

export function writeRefreshToken({ sid, gen, secret }: RefreshToken, [key]: Buffer[]): string {
  const body = Buffer.alloc(LENGTH - 16)
  body.write(sid.replaceAll('-', ''), 0, 'hex')
  body.writeUInt32BE(gen, 16)
  secret.copy(body, 20)
  return PREFIX + Buffer.concat([body, macOf(key!, body)]).toString('base64url')
}

/** Null for tokens that we did not issue. */
export function readRefreshToken(token: string, keys: Buffer[]): RefreshToken | null {
  if (!token.startsWith(PREFIX)) return null
  const bytes = Buffer.from(token.slice(PREFIX.length), 'base64url')
  if (bytes.length !== LENGTH || PREFIX + bytes.toString('base64url') !== token) return null
  const body = bytes.subarray(0, LENGTH - 16)
  const mac = bytes.subarray(LENGTH - 16)
  if (!keys.some((key) => timingSafeEqual(macOf(key, body), mac))) return null
  const hex = body.toString('hex', 0, 16)
  const sid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { sid, gen: body.readUInt32BE(16), secret: Buffer.from(body.subarray(20)) }
}
