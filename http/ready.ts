import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib'

// An answer that lies ready as bytes: identity, and gzip and br once someone has asked for them.
export type Ready = {
  type: string
  policy: string
  bytes: Buffer
  headers: string[]
  etag: string | null // without its quotes
  gzip?: Packed
  br?: Packed
}
type Packed = { bytes: Buffer; headers: string[] }
type Encoding = 'gzip' | 'br'

const PACK_FROM = 1024 // bytes; below that the header costs more than the saving

const shared = ['Cache-Control', 'public, max-age=0, must-revalidate', 'Vary', 'Authorization, Accept-Encoding, Accept-Language']
const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

const headersOf = (answer: { type: string; policy: string; etag: string | null }, bytes: Buffer, encoding?: Encoding): string[] => [
  'Content-Type',
  answer.type,
  'Content-Length',
  String(bytes.length),
  ...shared,
  'Content-Security-Policy',
  answer.policy,
  ...(answer.etag === null ? [] : ['ETag', tagged(answer.etag, encoding)]),
  ...(encoding ? ['Content-Encoding', encoding] : []),
]

// A strong ETag names exact bytes, so each encoding has its own.
const tagged = (etag: string, encoding?: Encoding): string => (encoding ? `"${etag}-${encoding}"` : `"${etag}"`)

type Kind = { type?: string; policy?: string; withEtag?: boolean }

export function makeReady(
  bytes: Buffer,
  { type = 'application/json; charset=utf-8', policy = dataPolicy, withEtag = true }: Kind = {},
): Ready {
  const etag = withEtag ? hash('sha256', bytes, 'base64url').slice(0, 22) : null
  return { type, policy, bytes, etag, headers: headersOf({ type, policy, etag }, bytes) }
}

function packed(answer: Ready, encoding: Encoding): Packed {
  const known = answer[encoding]
  if (known) return known
  const bytes =
    encoding === 'br'
      ? brotliCompressSync(answer.bytes, { params: { [zlib.BROTLI_PARAM_QUALITY]: 4, [zlib.BROTLI_PARAM_SIZE_HINT]: answer.bytes.length } })
      : gzipSync(answer.bytes, { level: 5 })
  const made = { bytes, headers: headersOf(answer, bytes, encoding) }
  answer[encoding] = made
  return made
}

// Which of our two encodings the caller prefers; q=0 and absence mean none (RFC 9110 12.5.3).
export function encodingFor(accept: string | undefined): Encoding | undefined {
  if (accept === undefined) return undefined
  let best: { encoding: Encoding; q: number } | undefined
  for (const part of accept.split(',')) {
    const match = /^\s*(br|gzip|x-gzip|\*)\s*(?:;\s*q=([\d.]+)\s*)?$/i.exec(part)
    if (!match) continue
    const q = match[2] === undefined ? 1 : Number(match[2])
    const encoding = /gzip/i.test(match[1]!) ? 'gzip' : 'br'
    if (q > 0 && (q > (best?.q ?? 0) || (q === best?.q && encoding === 'br'))) best = { encoding, q }
  }
  return best?.encoding
}

// If-None-Match compares weakly: W/ and our own suffixes do not matter (RFC 9110 13.1.2).
function isKnown(given: string, etag: string): boolean {
  if (given.trim() === '*') return true
  return given.split(',').some((one) => {
    const value = one.trim().replace(/^W\//, '')
    return value === `"${etag}"` || value === `"${etag}-gzip"` || value === `"${etag}-br"`
  })
}

// Writes the head in one go and the bytes behind it. Returns status and size for the log.
export function sendReady(
  message: IncomingMessage,
  response: ServerResponse,
  answer: Ready,
  headers: string[],
): { status: number; size: number } {
  const encoding = answer.bytes.length < PACK_FROM ? undefined : encodingFor(message.headers['accept-encoding'] as string | undefined)
  const form = encoding === undefined ? answer : packed(answer, encoding)
  const seen = message.headers['if-none-match']
  if (seen !== undefined && answer.etag !== null && isKnown(seen, answer.etag)) {
    response.writeHead(304, [...headers, ...shared, 'ETag', tagged(answer.etag, encoding)])
    response.end()
    return { status: 304, size: 0 }
  }
  response.writeHead(200, headers.concat(form.headers))
  if (message.method === 'HEAD') response.end()
  else response.end(form.bytes)
  return { status: 200, size: form.bytes.length }
}
