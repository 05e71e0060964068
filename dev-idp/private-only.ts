import ipaddr from 'ipaddr.js'

const nearRanges = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal'])

function isNear(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (ipaddr.isValid(name)) return nearRanges.has(ipaddr.process(name).range())
  return !name.includes('.') || name.endsWith('.localhost') || name.endsWith('.local')
}

// Whoever reaches this provider becomes anyone they like, so it must never stand where strangers come by.
export function refuseInPublic(url: string): void {
  if (process.env.NODE_ENV === 'production')
    throw new Error('The development provider lets anyone sign in as anyone; it does not start when NODE_ENV is "production".')
  const { hostname } = new URL(url)
  if (!isNear(hostname))
    throw new Error(
      `The development provider lets anyone sign in as anyone; it does not start at "${hostname}", only at localhost or a private address.`,
    )
}
