import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

// pj_ac_<expiry 4, random 16, MAC 12 bytes>. The MAC and the expiry reject invented and old codes without a database query.

const PREFIX = 'pj_ac_'
const BODY = 4 + 16
const MAC = 12

const macOf = (key: Buffer, body: Buffer): Buffer => createHmac('sha256', key).update(body).digest().subarray(0, MAC)

export function writeCode(expiresAt: Date, [key]: Buffer[]): string {
  const body = Buffer.alloc(BODY)
  body.writeUInt32BE(Math.ceil(expiresAt.getTime() / 1000))
  randomBytes(BODY - 4).copy(body, 4)
  return PREFIX + Buffer.concat([body, macOf(key!, body)]).toString('base64url')
}

/** Whether we issued this code and it may still be valid; only the database knows whether it was used. */
export function mayBeValid(code: string, keys: Buffer[], now: Date): boolean {
  if (!code.startsWith(PREFIX)) return false
  const bytes = Buffer.from(code.slice(PREFIX.length), 'base64url')
  if (bytes.length !== BODY + MAC || PREFIX + bytes.toString('base64url') !== code) return false
  const body = bytes.subarray(0, BODY)
  const isOurs = keys.some((key) => timingSafeEqual(macOf(key, body), bytes.subarray(BODY)))
  return isOurs && body.readUInt32BE() * 1000 > now.getTime()
}
