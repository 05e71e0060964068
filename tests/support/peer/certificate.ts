import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

// A self-signed certificate, encoded as DER by hand, so that no openssl is needed.

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts)
const hex = (tag: number, text: string): Buffer => der(tag, Buffer.from(text, 'hex'))
const time = (year: number): Buffer => der(0x18, Buffer.from(`${year}0101000000Z`))
const ECDSA_WITH_SHA256 = sequence(hex(0x06, '2a8648ce3d040302'))
const COMMON_NAME = '550403'
const SUBJECT_ALT_NAME = '551d11'

export function selfSigned(host = 'localhost'): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(hex(0x06, COMMON_NAME), der(0x0c, Buffer.from(host)))))
  const altName = sequence(hex(0x06, SUBJECT_ALT_NAME), der(0x04, sequence(der(0x82, Buffer.from(host)))))
  const body = sequence(
    der(0xa0, hex(0x02, '02')), // version 3
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    name,
    sequence(time(2020), time(2120)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(altName)),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey))
  const lines = sequence(body, ECDSA_WITH_SHA256, signature)
    .toString('base64')
    .match(/.{1,64}/g)!
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  }
}
