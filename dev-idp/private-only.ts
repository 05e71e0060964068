import ipaddr from 'ipaddr.js'

const privateRanges = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal'])

function isPrivate(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (ipaddr.isValid(name)) return privateRanges.has(ipaddr.process(name).range())
  return !name.includes('.') || name.endsWith('.localhost') || name.endsWith('.local')
}

// Anyone who can reach this provider can sign in as any user, so it must never be reachable from the internet.
export function refuseInPublic(url: string): void {
  if (process.env.NODE_ENV === 'production')
    throw new Error('The development provider lets anyone sign in as anyone; it does not start when NODE_ENV is "production".')
  const { hostname } = new URL(url)
  if (!isPrivate(hostname))
    throw new Error(
      `The development provider lets anyone sign in as anyone; it does not start at "${hostname}", only at localhost or a private address.`,
    )
}
