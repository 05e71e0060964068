import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { RequestPolicy } from '#http/request/request-policy.ts'
import { addressKey } from './presets.ts'

// Tracks open connections and closes those above the limit per address. A trusted proxy has no limit: it connects for many people.
export function watchConnections(server: Server, policy: RequestPolicy): Set<Socket> {
  const open = new Set<Socket>()
  const countOf = new Map<string, number>()

  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    if (policy.isTrustedProxy(socket.remoteAddress ?? '')) return
    const key = addressKey(socket.remoteAddress ?? '')
    const count = (countOf.get(key) ?? 0) + 1
    countOf.set(key, count)
    socket.once('close', () => {
      const left = (countOf.get(key) ?? 1) - 1
      if (left === 0) countOf.delete(key)
      else countOf.set(key, left)
    })
    if (count > policy.connectionsPerAddress) socket.destroy()
  })
  return open
}
