import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { withoutPort } from '#http/limits/presets.ts'

const privateRanges = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal'])

export function isPrivateAddress(address: string): boolean {
  const ip = withoutPort(address.trim())
  return ipaddr.isValid(ip) && privateRanges.has(ipaddr.process(ip).range())
}

/**
 * Whether a call comes from this machine or its local network. A tunnel connects from this machine for anyone: every address it reports in
 * X-Forwarded-For or Forwarded must be private too, whether or not it is a trusted proxy.
 */
export function isFromPrivatePeer({ socket, headers }: IncomingMessage): boolean {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  const standard = [...(headers.forwarded ?? '').matchAll(/for="?([^";,\s]+)/gi)].map(([, address]) => address!)
  const reported = [...forwarded, ...standard].filter((address) => address.trim() !== '')
  return [socket.remoteAddress ?? '', ...reported].every(isPrivateAddress)
}
