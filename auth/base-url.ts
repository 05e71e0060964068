import ipaddr from 'ipaddr.js'
import type { BrowserRequest } from '#http/browser-routes.ts'
import type { AuthApp } from './app.ts'

// Where the browser believes us to be. Cookies belong to one host, so a sign-in that begins under another name is first sent to the
// configured one. On a developer's machine names differ on purpose: an emulator reaches it as 10.0.2.2, a phone by its LAN address.

const MARK = 'canonical'

/** The base of our own addresses for this sign-in, or where to send the browser first. */
export function baseUrlFor({ app, message, url }: BrowserRequest<AuthApp>): { base: string } | { elsewhere: string } {
  const { auth } = app
  const host = message.headers.host ?? ''
  const own = new URL(auth.url)
  if (host === own.host) return { base: auth.url }
  if (auth.isLocal && isPrivateHost(host)) return { base: auth.url.replace(own.host, host) }
  const target = new URL(url, own.origin)
  // A proxy that hides the name people use would send them round in circles: once is enough.
  if (target.searchParams.has(MARK)) return { base: auth.url }
  target.searchParams.set(MARK, '1')
  return { elsewhere: `${own.origin}${target.pathname}${target.search}` }
}

export function isPrivateHost(host: string): boolean {
  const name = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::\d{1,5})?$/i.exec(host)
  const address = name?.[1] ?? name?.[2]
  if (address === undefined) return false
  if (address === 'localhost') return true
  return ipaddr.isValid(address) && ['loopback', 'private', 'uniqueLocal', 'linkLocal'].includes(ipaddr.process(address).range())
}
