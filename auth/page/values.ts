import { bdi, escaped } from '#http/page/page.ts'

// Sanitizes untrusted values for the sign-in pages.

// A safe href: http, https or an own path, normalized as a browser would parse it; null for anything else.
export function safeHref(address: string): string | null {
  const isPath = address.startsWith('/')
  const url = URL.parse(address, isPath ? 'http://here.invalid' : undefined)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '' || url.password !== '') return null
  if (!isPath) return url.href
  // Open redirects: `//host`, `/\host` and `/.//host` look like paths but lead to another host.
  return url.origin === 'http://here.invalid' && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : null
}

const mailbox = /^([\w.!#$'*+/=^`{|}~-]{1,64})@((?:[\p{L}\p{N}-]{1,63}\.)+[\p{L}\p{N}-]{2,63})$/u
export function contactLink(contact: string, subject: string): string {
  const [, name, domain] = mailbox.exec(contact.trim()) ?? []
  if (name === undefined) return bdi(contact)
  return `<a href="mailto:${escaped(`${encodeURIComponent(name)}@${domain}?subject=${encodeURIComponent(subject)}`)}">${bdi(contact)}</a>`
}

// Schemes that browsers handle themselves cannot belong to an app.
const appScheme =
  /^(?!(?:https?|wss?|javascript|data|blob|file|filesystem|about|view-source|vbscript|mailto|tel|intent):)[a-z][a-z0-9+.-]*:$/
export const isAppScheme = (scheme: string): boolean => appScheme.test(scheme)
