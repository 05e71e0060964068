import { bdi, escaped } from '#http/page.ts'

// What strangers, settings and addresses may put on a page, made harmless.

// An address to follow: http, https or a path of ours, written the way a browser would read it; null for anything else.
export function followable(address: string): string | null {
  const isPath = address.startsWith('/')
  const url = URL.parse(address, isPath ? 'http://here.invalid' : undefined)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '' || url.password !== '') return null
  if (!isPath) return url.href
  // `//host`, `/\host` and `/.//host` look like paths and lead elsewhere.
  return url.origin === 'http://here.invalid' && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : null
}

const mailbox = /^([\w.!#$'*+/=^`{|}~-]{1,64})@((?:[\p{L}\p{N}-]{1,63}\.)+[\p{L}\p{N}-]{2,63})$/u
export function contactLink(contact: string, subject: string): string {
  const [, name, domain] = mailbox.exec(contact.trim()) ?? []
  if (name === undefined) return bdi(contact)
  return `<a href="mailto:${escaped(`${encodeURIComponent(name)}@${domain}?subject=${encodeURIComponent(subject)}`)}">${bdi(contact)}</a>`
}

// Schemes a browser acts upon by itself are no app's.
const appScheme =
  /^(?!(?:https?|wss?|javascript|data|blob|file|filesystem|about|view-source|vbscript|mailto|tel|intent):)[a-z][a-z0-9+.-]*:$/
export const isAppScheme = (scheme: string): boolean => appScheme.test(scheme)
