import { nameKey } from './project.ts'

export type Platform = { id: number; name: string; hosts: string[] }

const LONGEST = 2048
const FEWEST = 3
const PER_TEAM = 3
const MOST = 30

/** Maximum number of links of a project. */
export const linkLimit = (teamsWorking: number): number => Math.min(MOST, Math.max(FEWEST, PER_TEAM * teamsWorking))

// URL parsers are lenient: they drop line breaks and tabs, convert backslashes and accept missing slashes. Parsers that differ in this
// see different hosts, so only URLs that all parse the same way are accepted.
const ambiguous = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}\\]/u

/** Canonical form of an http(s) URL, in ASCII; null when it must not be linked. */
export function canonicalLink(text: string): string | null {
  if (text.length > LONGEST) return null // converting the host name to ASCII takes quadratic time
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1]
  if (authority === undefined || authority.includes('@') || ambiguous.test(text) || !text.isWellFormed()) return null
  const url = URL.parse(text)
  return url !== null && url.href.length <= LONGEST ? url.href : null
}

// A host name with a dot, as people copy it: no scheme, no user name.
const withoutScheme = /^(?:[\p{L}\p{N}-]+\.)+\p{L}[\p{L}\p{N}-]+(?::\d{1,5})?(?:[/?#]|$)/u

/** The same for a link as a person has typed it: https:// is added to a bare host name. */
export function readLink(text: string): string | null {
  if (text.length > LONGEST) return null
  return canonicalLink(withoutScheme.test(text) ? `https://${text}` : text)
}

/** By id or name if given, otherwise by host; the platform without hosts is the fallback. */
export function platformFor(named: string | number | null, link: string, platforms: readonly Platform[]): Platform | undefined {
  const name = typeof named === 'string' ? nameKey(named.trim()) : named
  if (typeof name === 'number') return platforms.find(({ id }) => id === name)
  if (name) return platforms.find((platform) => nameKey(platform.name) === name) ?? platforms.find(({ id }) => String(id) === name)
  return platformOfHost(new URL(link).hostname, platforms) ?? platforms.find(({ hosts }) => hosts.length === 0)
}

// The longest match: docs.example.org before example.org.
function platformOfHost(hostname: string, platforms: readonly Platform[]): Platform | undefined {
  const host = hostname.replace(/\.$/, '')
  let [best, length]: [Platform | undefined, number] = [undefined, 0]
  for (const platform of platforms)
    for (const own of platform.hosts)
      if ((host === own || host.endsWith(`.${own}`)) && own.length > length) [best, length] = [platform, own.length]
  return best
}
