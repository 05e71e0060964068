import ipaddr from 'ipaddr.js'

// What is stored about the origin of a call: enough for users to recognise their device, not enough to identify a person.

/** The IP address without its last part. */
export function networkOf(ip: string): string | null {
  if (ip.endsWith('::/64')) return ip // IPv6 is already reduced to its network
  return ipaddr.IPv4.isValidFourPartDecimal(ip) ? ip.replace(/\d+$/, 'x') : null
}

const systems: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad|CFNetwork|Darwin/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]
const programs: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/YaBrowser/, 'Yandex'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
  [/ktor|okhttp|CFNetwork/i, 'Mobile app'],
]

export function agentOf(userAgent: string | undefined): string | null {
  const text = (userAgent ?? '').slice(0, 500)
  const first = (list: [RegExp, string][]) => list.find(([shape]) => shape.test(text))?.[1]
  return [first(programs), first(systems)].filter(Boolean).join(', ') || null
}
