import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Call, headersOf } from './call.ts'
import { pathOf } from './paths.ts'

const CACHE_MS = 1000
const HARD_STOP_MS = 20_000
const TIMEOUT_MS = 500 // a database that takes longer counts as unavailable

// Liveness (/healthz) and readiness (/readyz). Both are exempt from all limits: an orchestrator must always get an answer.
export function createHealth(isReady: () => Promise<boolean>) {
  let draining = false
  const endPause = new AbortController()
  let cached: { ready: boolean; at: number } | undefined
  let running: Promise<boolean> | null = null

  async function ready(): Promise<boolean> {
    if (draining) return false
    if (cached === undefined || performance.now() - cached.at > CACHE_MS)
      cached = { ready: await withTimeout(check()), at: performance.now() }
    return cached.ready
  }

  // One check at a time: checks that wait for a silent database would take all of its connections.
  function check(): Promise<boolean> {
    running ??= isReady().finally(() => {
      running = null
    })
    return running
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
    /** True when the call was a health check and has been answered. */
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
    // From now on not ready, and every connection closes after its next response. Everything is still answered, so that a load balancer
    // can send its calls elsewhere before the first one is refused. A second call ends the pause of the first.
    async pause(ms = 0): Promise<void> {
      if (draining) return endPause.abort()
      draining = true
      if (ms > 0) await sleep(ms, undefined, { signal: endPause.signal }).catch(() => {})
    },
    // Stops accepting connections and closes idle ones. Calls in flight finish; their connections close after the response.
    drain(server: Server, connections: Iterable<Socket>): Promise<void> {
      draining = true
      return new Promise((resolve) => {
        const closeIdle = setInterval(() => server.closeIdleConnections(), 200)
        const hardStop = setTimeout(() => server.closeAllConnections(), HARD_STOP_MS)
        server.close(() => {
          clearInterval(closeIdle)
          clearTimeout(hardStop)
          resolve()
        })
        server.closeIdleConnections()
        // Node counts a connection that has not sent a byte as active. Browsers open such ones in advance.
        for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
      })
    },
  }
}

async function withTimeout(answer: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), TIMEOUT_MS)
  })
  try {
    return await Promise.race([answer, timeout])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

export type Health = ReturnType<typeof createHealth>
