import { hash } from 'node:crypto'
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib'
import { type Call, headersOf } from '#http/call.ts'
import { OTHER_ROUTE } from '#http/observe/call-counts.ts'
import { type Form, tryFastWrite } from './write-response.ts'

// A response that can be sent many times: body and headers, uncompressed and, after the first request for it, as gzip and br.
export type CachedResponse = {
  type: string
  policy: string
  etag: string | null // without its quotes
  plain: Form
  isPersonal: boolean
  /** The number of the route that made it, for the metrics. */
  route: number
  isImmutable: boolean // the file name contains a hash of the content
  status: 200 | 404
  gzip?: Form
  br?: Form
}
type Encoding = 'gzip' | 'br'

const SMALL = 32 * 1024
const COMPRESS_FROM = 1024 // bytes; below that the header costs more than compression saves

const vary = ['Vary', 'Authorization, Accept-Encoding, Accept-Language']
const publicHeaders = ['Cache-Control', 'public, max-age=0, must-revalidate', ...vary]
const privateHeaders = ['Cache-Control', 'private, no-store', ...vary]
// Never cache 404 pages.
const notFoundHeaders = ['Cache-Control', 'no-store', 'Vary', 'Accept, Accept-Encoding']
const immutableHeaders = ['Cache-Control', 'public, max-age=31536000, immutable', 'Vary', 'Accept-Encoding']
const caching = ({ isPersonal, isImmutable, status }: Pick<CachedResponse, 'isPersonal' | 'isImmutable' | 'status'>): string[] =>
  status === 404 ? notFoundHeaders : isPersonal ? privateHeaders : isImmutable ? immutableHeaders : publicHeaders
const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

// A strong ETag names exact bytes, so each encoding has its own.
const tagged = (etag: string, encoding?: Encoding): string => (encoding ? `"${etag}-${encoding}"` : `"${etag}"`)

const bodyOf = (bytes: Buffer | string): Buffer | string => {
  if (bytes.length > SMALL) return typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes
  return typeof bytes === 'string' ? bytes : bytes.toString('latin1')
}

function formOf(
  answer: Pick<CachedResponse, 'type' | 'policy' | 'etag' | 'isPersonal' | 'isImmutable' | 'status'>,
  body: Buffer | string,
  encoding?: Encoding,
): Form {
  const headers = [
    'Content-Type',
    answer.type,
    'Content-Length',
    String(body.length),
    ...caching(answer),
    'Content-Security-Policy',
    answer.policy,
  ]
  if (answer.etag !== null) headers.push('ETag', tagged(answer.etag, encoding))
  if (encoding) headers.push('Content-Encoding', encoding)
  return { body, size: body.length, headers }
}

export const etagOf = (body: Buffer | string): string =>
  hash('sha256', typeof body === 'string' ? Buffer.from(body, 'latin1') : body, 'base64url').slice(0, 22)

type Kind = {
  type?: string
  policy?: string
  withEtag?: boolean
  /** Responses with the same fingerprint have the same bytes; without one the ETag is a hash of the bytes. */
  fingerprint?: string
  isPersonal?: boolean
  isImmutable?: boolean
  status?: CachedResponse['status']
}

// From bytes, or from a latin1 string with one character per byte.
export function cachedResponse(
  bytes: Buffer | string,
  {
    type = 'application/json; charset=utf-8',
    policy = dataPolicy,
    withEtag = true,
    fingerprint,
    isPersonal = false,
    isImmutable = false,
    status = 200,
  }: Kind = {},
): CachedResponse {
  const body = bodyOf(bytes)
  const about = { type, policy, etag: withEtag && status === 200 ? etagOf(fingerprint ?? bytes) : null, isPersonal, isImmutable, status }
  return { ...about, route: OTHER_ROUTE, plain: formOf(about, body) }
}

function compressed(answer: CachedResponse, encoding: Encoding): Form {
  const existing = answer[encoding]
  if (existing) return existing
  const plain = answer.plain.body
  const body = typeof plain === 'string' ? Buffer.from(plain, 'latin1') : plain
  const bytes =
    encoding === 'br'
      ? brotliCompressSync(body, {
          params: { [zlib.BROTLI_PARAM_QUALITY]: answer.isImmutable ? 5 : 4, [zlib.BROTLI_PARAM_SIZE_HINT]: body.length },
        })
      : gzipSync(body, { level: 5 })
  const made = formOf(answer, bodyOf(bytes), encoding)
  answer[encoding] = made
  return made
}

// Which of our two encodings the caller prefers; q=0 and absence mean none (RFC 9110 12.5.3).
export function encodingFor(accept: string | undefined): Encoding | undefined {
  if (accept === undefined) return undefined
  const qualities = new Map<string, number>()
  for (const part of accept.split(',')) {
    const match = /^\s*(br|gzip|x-gzip|\*)\s*(?:;\s*q=([\d.]+)\s*)?$/i.exec(part)
    if (match) qualities.set(match[1]!.toLowerCase().replace('x-', ''), match[2] === undefined ? 1 : Number(match[2]))
  }
  const qualityOf = (name: Encoding): number => qualities.get(name) ?? qualities.get('*') ?? 0
  const [br, gzip] = [qualityOf('br'), qualityOf('gzip')]
  return br > 0 && !(gzip > br) ? 'br' : gzip > 0 ? 'gzip' : undefined
}

// If-None-Match compares weakly: W/ and our own suffixes do not matter (RFC 9110 13.1.2).
export function matchesEtag(given: string, etag: string): boolean {
  return equals(given, etag) || given.trim() === '*' || given.split(',').some((one) => equals(one.trim().replace(/^W\//, ''), etag))
}

function equals(given: string, etag: string): boolean {
  if (!given.startsWith(etag, 1) || given.charCodeAt(0) !== 34) return false
  const rest = given.slice(etag.length + 1)
  return rest === '"' || rest === '-br"' || rest === '-gzip"'
}

// Writes the encoding the caller prefers, or 304 where it has the same bytes. Returns status and size for the log.
export function writeCached(call: Call, answer: CachedResponse): { status: number; size: number } {
  const { message, response } = call
  const { headers } = message
  const accept = headers['accept-encoding'] as string | undefined
  // Never compress tokens: the compressed size would leak information about them.
  const mayCompress = accept !== undefined && answer.plain.size >= COMPRESS_FROM && !(answer.isPersonal && call.method === 'POST')
  const encoding = mayCompress ? encodingFor(accept) : undefined
  const form = encoding === undefined ? answer.plain : compressed(answer, encoding)
  const ifNoneMatch = call.isGet ? headers['if-none-match'] : undefined
  if (ifNoneMatch !== undefined && answer.etag !== null && matchesEtag(ifNoneMatch, answer.etag)) {
    form.unchanged ??= { body: '', size: 0, headers: [...caching(answer), 'ETag', tagged(answer.etag, encoding)] }
    if (!tryFastWrite(call, 304, form.unchanged)) {
      response.writeHead(304, headersOf(call).concat(form.unchanged.headers))
      response.end()
    }
    return { status: 304, size: 0 }
  }
  if (!tryFastWrite(call, answer.status, form)) {
    response.writeHead(answer.status, headersOf(call).concat(form.headers))
    if (call.method === 'HEAD') response.end()
    else response.end(form.body, 'latin1')
  }
  return { status: answer.status, size: form.size }
}
