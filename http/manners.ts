import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { HttpConfig } from './app.ts'
import { type Call, callId } from './call.ts'
import { addressKey, type Bucket, createBucket, type Preset } from './limits.ts'
import { Refusal } from './problem.ts'

const LONGEST_URL = 8192
const MOST_HEADERS = 100
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const exposed = 'ETag, Location, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Deprecation, Sunset, Link'

// What every call gets, whatever answers it: a name, the headers all answers carry, its place in the limits.
export function createManners(config: HttpConfig, preset: Preset, now: () => number) {
  const calls = preset.calls && createBucket(preset.calls)
  const search = preset.search && createBucket(preset.search)
  const origins = new Set(config.corsOrigins)
  const isTrusted = config.trustProxy.length === 0 ? null : proxyAddr.compile(config.trustProxy)
  const always = ['X-Content-Type-Options', 'nosniff', 'Referrer-Policy', 'no-referrer']
  if (config.publicUrl.startsWith('https:')) always.push('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')

  const addressOf = (message: IncomingMessage): string =>
    isTrusted === null ? (message.socket.remoteAddress ?? '') : proxyAddr(message as never, isTrusted)

  function spend(bucket: Bucket, call: Call): void {
    const spent = bucket.spend(call.ip, now())
    const headers = ['RateLimit-Policy', bucket.header, 'RateLimit', `"${bucket.policy.name}";r=${spent.remaining};t=${spent.resetSeconds}`]
    // A call counted twice reports the tighter limit.
    const at = call.headers.indexOf('RateLimit-Policy')
    if (at >= 0) call.headers.splice(at, 4, ...headers)
    else call.headers.push(...headers)
    if (!spent.allowed)
      throw new Refusal('too_many_calls', { seconds: spent.resetSeconds }, { headers: { 'retry-after': String(spent.resetSeconds) } })
  }

  return {
    begin(message: IncomingMessage): Call {
      const call: Call = {
        id: callId(message),
        ip: addressKey(addressOf(message)),
        startedAt: performance.now(),
        headers: ['X-Request-Id', '', ...always],
        route: '',
        code: '',
      }
      call.headers[1] = call.id
      const { origin } = message.headers
      if (origin !== undefined && origins.has(origin))
        call.headers.push('Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', exposed)
      if (origins.size > 0) call.headers.push('Vary', 'Origin')
      return call
    },
    // What must hold before anything looks at the call.
    refuse(message: IncomingMessage, call: Call): void {
      if (message.url!.length > LONGEST_URL) throw new Refusal('url_too_long', { limit: LONGEST_URL })
      if (message.rawHeaders.length > MOST_HEADERS * 2) throw new Refusal('headers_too_large', { limit: 16_384 })
      if (message.headers.host === undefined && message.httpVersionMinor > 0) throw new Refusal('bad_http')
      if (calls) spend(calls, call)
      if (!methods.has(message.method!))
        throw new Refusal(
          'method_not_allowed',
          { method: message.method!, allow: 'GET, HEAD, POST, PUT, DELETE' },
          { headers: { allow: 'GET, HEAD, POST, PUT, DELETE, OPTIONS' } },
        )
    },
    spendSearch(call: Call): void {
      if (search) spend(search, call)
    },
    preflight(message: IncomingMessage, allow: string): string[] {
      const { origin } = message.headers
      const headers = ['Allow', allow, 'Content-Length', '0']
      if (origin !== undefined && origins.has(origin) && message.headers['access-control-request-method'] !== undefined)
        headers.push(
          'Access-Control-Allow-Methods',
          allow,
          'Access-Control-Allow-Headers',
          'authorization, content-type, if-match, if-none-match, idempotency-key, x-request-id, accept-language',
          'Access-Control-Max-Age',
          '7200',
        )
      return headers
    },
    connectionsPerAddress: preset.connections,
    isTrustedProxy: (ip: string) => isTrusted?.(ip, 0) ?? false,
  }
}

export type Manners = ReturnType<typeof createManners>
