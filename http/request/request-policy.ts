import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP, type Socket } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import type { ErrorCode } from '#contract/errors.ts'
import type { HttpConfig } from '#http/app.ts'
import { Call, commonHeadersOf, type ServerContext } from '#http/call.ts'
import type { Bucket, Spent } from '#http/limits/bucket.ts'
import { addressKey, type ExactLimit, type LimitName, withoutPort } from '#http/limits/presets.ts'
import type { RateLimits } from '#http/limits/rate-limits.ts'
import type { RefusedCallers } from '#http/limits/refused-callers.ts'
import type { AddressShares } from '#http/limits/resources.ts'
import type { Reply } from '#http/page/browser-routes.ts'
import { Refusal } from '#http/response/problem.ts'
import { pathOf } from './paths.ts'

const LONGEST_URL = 8192
const MOST_HEADERS = 100
const ADDRESS = Symbol('address')
// The refresh token of the web client is a cookie; cross-origin, only sign-in calls may send it.
const withCredentials = ['Access-Control-Allow-Credentials', 'true']
const codes: Partial<Record<LimitName, ErrorCode>> = { guestEmails: 'too_many_mails', accountEmails: 'too_many_mails' }
const exposed = 'ETag, Location, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Deprecation, Sunset, Link'

// The first step of every call: request id, common headers, CORS, rate limits.
type Options = { shares?: AddressShares; refused?: Pick<RefusedCallers, 'note'> }

export function createRequestPolicy(
  config: HttpConfig,
  limits: RateLimits,
  signInPaths: ReadonlySet<string>,
  { shares, refused }: Options = {},
) {
  const { calls, search } = limits
  const origins = new Set(config.corsOrigins)
  const trusts = config.trustProxy.length === 0 ? null : proxyAddr.compile(config.trustProxy)
  const isTrusted = trusts && ((address: string, index: number): boolean => trusts(withoutPort(address), index))
  const common = ['X-Content-Type-Options', 'nosniff', 'Referrer-Policy', 'no-referrer']
  if (config.publicUrl.startsWith('https:')) common.push('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
  if (origins.size > 0) common.push('Vary', 'Origin')

  // Without a proxy all calls of a connection have the same address: it is computed once per connection.
  const addressOf = (message: IncomingMessage): string => {
    const socket = message.socket as Socket & { [ADDRESS]?: string }
    // A socket that was reset meanwhile has no address.
    if (isTrusted !== null && socket.remoteAddress !== undefined) {
      const given = withoutPort(proxyAddr(message as never, isTrusted))
      if (isIP(given) !== 0) return addressKey(given) // else not an address: every call could bring a new one
    }
    socket[ADDRESS] ??= addressKey(socket.remoteAddress ?? '')
    return socket[ADDRESS]
  }

  function report(
    call: Call,
    bucket: Bucket,
    { allowed, remaining, resetSeconds: seconds }: Spent,
    code: ErrorCode = 'too_many_calls',
  ): void {
    // A call counted against two limits reports the tighter one, which is counted last.
    call.ratePolicy = bucket.header
    call.rateLimit = `"${bucket.policy.name}";r=${remaining};t=${seconds}`
    if (allowed) return
    bucket.refused++
    refused?.note(call.ip, bucket.policy.name)
    throw new Refusal(code, { seconds, minutes: Math.ceil(seconds / 60) }, { headers: { 'retry-after': String(seconds) } })
  }

  const count = (bucket: Bucket, call: Call, key = call.ip): void => report(call, bucket, bucket.spend(key, call.startedAt))

  async function countExactly(limit: ExactLimit, call: Call, key = call.ip): Promise<void> {
    const result = await limits.spendExactly(limits.exact[limit], key, call.startedAt)
    if (result) report(call, result.bucket, result.spent, codes[limit])
  }

  // Exempt from the rate limit: a refused token refresh would sign the person out.
  const isSignIn = ({ method, url }: Call): boolean => method === 'POST' && signInPaths.has(pathOf(url))

  return {
    common: commonHeadersOf(common),
    begin(message: IncomingMessage, response: ServerResponse, server: ServerContext): Call {
      const call = new Call(message, response, addressOf(message), server)
      const { origin } = message.headers
      if (origin !== undefined && origins.has(origin)) {
        call.extra = ['Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', exposed]
        if (signInPaths.has(pathOf(call.url))) call.extra.push(...withCredentials)
      }
      return call
    },
    /** Refuses invalid or oversized requests, and those above the rate limit. */
    admit(call: Call): void {
      const { message, url } = call
      if (url.length > LONGEST_URL) throw new Refusal('url_too_long', { limit: LONGEST_URL })
      if (message.rawHeaders.length > MOST_HEADERS * 2) throw new Refusal('headers_too_large', { limit: 16_384 })
      if (message.httpVersionMinor > 0 && countOf(message.rawHeaders, 'host') !== 1) throw new Refusal('bad_http')
      if (message.headers.authorization !== undefined && countOf(message.rawHeaders, 'authorization') > 1)
        throw new Refusal('duplicate_authorization')
      if (calls && !isSignIn(call)) count(calls, call)
    },
    /** Counts a call against a further limit: a promise where the limit is counted in the shared store. */
    spend(limit: LimitName, call: Call, key?: string): Promise<void> | void {
      if (limit !== 'search') return countExactly(limit, call, key)
      if (search) count(search, call, key)
    },
    buckets: [calls ?? [], search ?? [], ...Object.values(limits.exact)].flat(),
    isSignIn,
    /** The response to OPTIONS. */
    preflight({ message }: Call, methods: Iterable<string>): Reply {
      const { origin } = message.headers
      const allow = [...methods].join(', ')
      const headers: [string, string][] = [
        ['Allow', allow],
        ['Content-Length', '0'],
      ]
      if (origin !== undefined && origins.has(origin) && message.headers['access-control-request-method'] !== undefined)
        headers.push(
          ['Access-Control-Allow-Methods', allow],
          [
            'Access-Control-Allow-Headers',
            'authorization, content-type, if-match, if-none-match, idempotency-key, x-request-id, accept-language',
          ],
          ['Access-Control-Max-Age', '7200'],
        )
      return { status: 204, headers }
    },
    connectionsPerAddress: shares?.connections ?? Number.POSITIVE_INFINITY,
    isTrustedProxy: (ip: string) => isTrusted?.(ip, 0) ?? false,
  }
}

// RFC 9112 3.2: exactly one host. Header names are at even positions.
function countOf(headers: string[], name: string): number {
  let count = 0
  for (let i = 0; i < headers.length; i += 2) if (headers[i]!.length === name.length && headers[i]!.toLowerCase() === name) count++
  return count
}

export type RequestPolicy = ReturnType<typeof createRequestPolicy>
