import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { type Call, headersOf } from './call.ts'
import { pathOf } from './paths.ts'

const REMEMBER_MS = 1000
const HARD_STOP_MS = 25_000
const PATIENCE_MS = 500 // a store that takes longer cannot serve either

// /healthz says that the process lives, /readyz that it can serve. Both lie outside all limits: an orchestrator must always get through.
export function createHealth(isReady: () => Promise<boolean>) {
  let draining = false
  let known: { ready: boolean; at: number } | undefined

  async function ready(): Promise<boolean> {
    if (draining) return false
    if (known === undefined || performance.now() - known.at > REMEMBER_MS) known = { ready: await inTime(isReady()), at: performance.now() }
    return known.ready
  }

  function send(call: Call, ok: boolean): void {
    const body = JSON.stringify({ status: ok ? 'ok' : draining ? 'draining' : 'unavailable' })
    call.response.writeHead(ok ? 200 : 503, [
      ...headersOf(call),
      'Content-Type',
      'application/json; charset=utf-8',
      'Cache-Control',
      'no-store',
      'Content-Length',
      String(body.length),
      ...(ok ? [] : ['Retry-After', '2']),
    ])
    call.response.end(call.method === 'HEAD' ? undefined : body)
  }

  return {
    isDraining: () => draining,
    /** True when the call was a health check and has its answer. */
    answer(call: Call): boolean {
      const { url } = call
      if (!(url.startsWith('/healthz') || url.startsWith('/readyz')) || !call.isGet) return false
      const path = pathOf(url)
      if (path === '/healthz') {
        send(call, true)
        return true
      }
      if (path !== '/readyz') return false
      ready().then((ok) => send(call, ok))
      return true
    },
    // No new connections, every answer closes its own, and idle ones are hung up on: calls under way finish, nothing lingers.
    drain(server: Server, connections: Iterable<Socket>): Promise<void> {
      draining = true
      return new Promise((resolve) => {
        const hangUp = setInterval(() => server.closeIdleConnections(), 200)
        const hardStop = setTimeout(() => server.closeAllConnections(), HARD_STOP_MS)
        server.close(() => {
          clearInterval(hangUp)
          clearTimeout(hardStop)
          resolve()
        })
        server.closeIdleConnections()
        // Node takes a connection that has never spoken for a busy one; browsers open such ones in advance.
        for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
      })
    },
  }
}

async function inTime(answer: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE_MS)
  })
  try {
    return await Promise.race([answer, patience])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

export type Health = ReturnType<typeof createHealth>
