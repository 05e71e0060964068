import { nameKey } from './project.ts'

export type Platform = { id: number; name: string; hosts: string[] }

const LONGEST = 2048
const FEWEST = 3
const PER_TEAM = 3
const MOST = 30

/** How many links fit on a project. */
export const linkLimit = (teamsWorking: number): number => Math.min(MOST, Math.max(FEWEST, PER_TEAM * teamsWorking))

// Parsers of addresses forgive a lot: they drop line breaks and tabs, turn backslashes around and need no slashes at all. What is
// forgiven differently elsewhere leads elsewhere, so only what all read the same way is taken.
const forgiven = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}\\]/u

/** The one spelling of an http(s) address, in ASCII; null when it is none that may be linked. */
export function canonicalLink(text: string): string | null {
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1]
  if (authority === undefined || authority.includes('@') || forgiven.test(text) || !text.isWellFormed()) return null
  const url = URL.parse(text)
  return url !== null && url.href.length <= LONGEST ? url.href : null
}

/** By its id or its name; where none is named by the host, else the one that owns no hosts and so takes them all. */
export function platformFor(named: string | number | null, link: string, platforms: readonly Platform[]): Platform | undefined {
  const name = typeof named === 'string' ? nameKey(named.trim()) : named
  if (typeof name === 'number') return platforms.find(({ id }) => id === name)
  if (name) return platforms.find((platform) => nameKey(platform.name) === name) ?? platforms.find(({ id }) => String(id) === name)
  return platformOfHost(new URL(link).hostname, platforms) ?? platforms.find(({ hosts }) => hosts.length === 0)
}

// The closest one: docs.example.org before example.org.
function platformOfHost(hostname: string, platforms: readonly Platform[]): Platform | undefined {
  const host = hostname.replace(/\.$/, '')
  let [best, length]: [Platform | undefined, number] = [undefined, 0]
  for (const platform of platforms)
    for (const own of platform.hosts)
      if ((host === own || host.endsWith(`.${own}`)) && own.length > length) [best, length] = [platform, own.length]
  return best
}
