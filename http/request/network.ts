import ipaddr from 'ipaddr.js'

/** What logs and Operations show of an address: IPv4 without its last part (/24), IPv6 up to /48. */
export function networkOf(ip: string): string {
  const address = ip.replace(/\/\d+$/, '')
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return `${parsed.toString().replace(/\.\d+$/, '.0')}/24`
  const parts = (parsed as ipaddr.IPv6).parts.map((part, n) => (n < 3 ? part : 0))
  return `${new ipaddr.IPv6(parts).toString()}/48`
}
