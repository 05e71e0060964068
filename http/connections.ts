import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { addressKey } from './limits.ts'
import type { Manners } from './manners.ts'

// Keeps the list of open connections and hangs up on an address that opens too many; those of a trusted proxy are many people's.
export function watchConnections(server: Server, manners: Manners): Set<Socket> {
  const open = new Set<Socket>()
  const countOf = new Map<string, number>()

  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    if (manners.isTrustedProxy(socket.remoteAddress ?? '')) return
    const key = addressKey(socket.remoteAddress ?? '')
    const count = (countOf.get(key) ?? 0) + 1
    countOf.set(key, count)
    socket.once('close', () => {
      const left = (countOf.get(key) ?? 1) - 1
      if (left === 0) countOf.delete(key)
      else countOf.set(key, left)
    })
    if (count > manners.connectionsPerAddress) socket.destroy()
  })
  return open
}
