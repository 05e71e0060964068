import ipaddr from 'ipaddr.js'
import type { BrowserRequest } from '#http/page/browser-routes.ts'
import type { AuthApp } from './app.ts'

// Cookies belong to one host, so a sign-in that starts under another host name is first redirected to the configured one. In development
// other names are expected: an emulator uses 10.0.2.2, a phone the LAN address.

const MARK = 'canonical'

/** The base URL for this sign-in, or where to redirect the browser first. */
export function baseUrlFor({ app, message, url }: BrowserRequest<AuthApp>): { base: string } | { redirect: string } {
  const { auth } = app
  const host = message.headers.host ?? ''
  const own = new URL(auth.url)
  if (host === own.host) return { base: auth.url }
  if (auth.isLocal && isPrivateHost(host)) return { base: auth.url.replace(own.host, host) }
  const target = new URL(url, own.origin)
  // Behind a proxy that rewrites Host this would be a redirect loop, so redirect only once.
  if (target.searchParams.has(MARK)) return { base: auth.url }
  target.searchParams.set(MARK, '1')
  return { redirect: `${own.origin}${target.pathname}${target.search}` }
}

export function isPrivateHost(host: string): boolean {
  const name = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::\d{1,5})?$/i.exec(host)
  const address = name?.[1] ?? name?.[2]
  if (address === undefined) return false
  if (address === 'localhost') return true
  return ipaddr.isValid(address) && ['loopback', 'private', 'uniqueLocal', 'linkLocal'].includes(ipaddr.process(address).range())
}
