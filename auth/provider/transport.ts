import type { IncomingHttpHeaders } from 'node:http'
import type { Auth } from '#auth/app.ts'
import { Refusal } from '#http/response/problem.ts'

// CSRF check for calls with the refresh cookie: the Origin must be one of ours.
export function refuseCrossOrigin({ webOrigins }: Auth, headers: IncomingHttpHeaders): void {
  if (!/^application\/json\b/i.test(headers['content-type'] ?? ''))
    throw new Refusal('unsupported_media_type', { expected: 'application/json' })
  const site = headers['sec-fetch-site']
  const isOurs = headers.origin !== undefined && webOrigins.includes(headers.origin)
  if (!isOurs || (site !== undefined && site !== 'same-origin' && site !== 'same-site')) throw new Refusal('origin_not_allowed')
}

export const isSecure = ({ url }: Auth): boolean => url.startsWith('https:')
