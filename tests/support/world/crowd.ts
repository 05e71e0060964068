import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { portOf } from '#tests/support/raw.ts'
import type { TestService } from '#tests/support/service.ts'

// Two clients behind a trusted proxy: one tries to use up a resource, the other only wants to be served.

export const ATTACKER = '192.0.2.66'
export const HONEST = '192.0.2.7'

type Service = Pick<TestService, 'origin' | 'url'>
export type Ask = (path: string, init?: RequestInit & { headers?: Record<string, string> }) => Promise<Response>

/** Calls from this address. */
export const callsFrom =
  ({ url }: Service, address: string): Ask =>
  (path, init = {}) =>
    fetch(path.startsWith('http') ? path : url + path, { ...init, headers: { ...init.headers, 'x-forwarded-for': address } })

/** A request as bytes. Nothing of the response is read but its first line. */
export async function openRaw({ origin }: Service, bytes: string, localAddress?: string): Promise<{ socket: Socket; status(): number }> {
  const socket = connect({ port: portOf(origin), host: '127.0.0.1', localAddress })
  socket.on('error', () => {})
  await once(socket, 'connect')
  let head = ''
  socket.once('data', (part) => {
    head = part.toString('latin1', 0, 20)
    socket.pause()
  })
  socket.write(bytes)
  return { socket, status: () => Number(head.split(' ')[1] ?? 0) }
}

export const forwardedFor = (address: string): string => `Host: x\r\nX-Forwarded-For: ${address}\r\n`

/** The share of calls that succeed, one after the other. */
export async function shareServed(count: number, ask: (n: number) => Promise<Response>): Promise<number> {
  let served = 0
  for (let n = 0; n < count; n++) {
    const response = await ask(n)
    await response.arrayBuffer()
    if (response.status < 400) served++
  }
  return served / count
}
