import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { within } from '#async/within.ts'
import { type Call, headersOf } from '#http/call.ts'
import { pathOf } from '#http/request/paths.ts'
import { isFromPrivatePeer } from '#http/request/private-peer.ts'

const CACHE_MS = 1000
const HARD_STOP_MS = 20_000
const UNUSED_MS = 1000 // a new connection has this long to send the first byte of its call
const TIMEOUT_MS = 900 // checks have deadlines of their own; this one is for those that do not keep theirs

/** Checks of readiness by name: whether each passed. One that could not be made because of another is missing. */
export type Checks = Record<string, boolean>

// Liveness (/healthz) and readiness (/readyz). Both are exempt from all limits: an orchestrator must always get an answer.
export function createHealth(check: () => Promise<Checks>) {
  let draining = false
  let isReplaced = false
  const endPause = new AbortController()
  let cached: { checks: Checks; at: number } | undefined
  let running: Promise<Checks> | null = null

  async function checks(): Promise<Checks> {
    if (cached === undefined || performance.now() - cached.at > CACHE_MS)
      cached = { checks: await within(checkOnce().catch(failed), TIMEOUT_MS, failed), at: performance.now() }
    return cached.checks
  }

  // One at a time: checks that wait for a silent database would take all of its connections.
  function checkOnce(): Promise<Checks> {
    running ??= check().finally(() => {
      running = null
    })
    return running
  }

  /** The names of the checks that failed. */
  async function failing(forReads: boolean): Promise<string[]> {
    if (draining && !isReplaced) return ['draining']
    const results = await checks()
    // Reads need only the memory of this process. It is behind by its own fault if the database answers.
    if (forReads) return results.database && results.feed === false ? ['feed'] : []
    return Object.keys(results).filter((name) => !results[name])
  }

  // Why it is not ready is nobody's business outside of the local network.
  function send(call: Call, failed: string[]): void {
    const ok = failed.length === 0
    const isDetailed = !ok && isFromPrivatePeer(call.message)
    const body = JSON.stringify(isDetailed ? problemOf(failed) : { status: ok ? 'ok' : draining ? 'draining' : 'unavailable' })
    call.response.writeHead(ok ? 200 : 503, [
      ...headersOf(call),
      'Content-Type',
      `application/${isDetailed ? 'problem+json' : 'json'}; charset=utf-8`,
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
    /** The last results, at most a second old. */
    checks,
    /** True when the call was a health check and has been answered. */
    answer(call: Call): boolean {
      const { url } = call
      if (!(url.startsWith('/healthz') || url.startsWith('/readyz')) || !call.isGet) return false
      const path = pathOf(url)
      if (path === '/healthz') {
        send(call, [])
        return true
      }
      if (path !== '/readyz') return false
      failing(/[?&]reads=1(&|$)/.test(url)).then((failed) => send(call, failed))
      return true
    },
    // From now on not ready, and every connection closes after its next response. Everything is still answered, so that a load balancer
    // can send its calls elsewhere before the first one is refused. A second call ends the pause of the first.
    // `isReplaced`: another process of this machine accepts connections on the same port, so that it stays ready.
    async pause(ms = 0, isReplacedBy = false): Promise<void> {
      if (draining) return endPause.abort()
      draining = true
      isReplaced = isReplacedBy
      if (ms > 0) await sleep(ms, undefined, { signal: endPause.signal }).catch(() => {})
    },
    // Stops accepting connections and closes idle ones. Calls in flight finish; their connections close after the response.
    drain(server: Server, connections: Iterable<Socket>): Promise<void> {
      draining = true
      return new Promise((resolve) => {
        const closeIdle = setInterval(() => server.closeIdleConnections(), 200)
        const hardStop = setTimeout(() => server.closeAllConnections(), HARD_STOP_MS)
        // Node counts a connection that has not sent a byte as active. Browsers open such ones in advance; a proxy sends its call soon.
        const closeUnused = setTimeout(() => {
          for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
        }, UNUSED_MS)
        // After the phase of the event loop that accepts connections: those that wait to be accepted are reset.
        setImmediate(() => {
          server.close(() => {
            clearInterval(closeIdle)
            clearTimeout(hardStop)
            clearTimeout(closeUnused)
            resolve()
          })
          server.closeIdleConnections()
        })
      })
    },
  }
}

// RFC 9457
const problemOf = (checks: string[]) => ({
  type: 'about:blank',
  title: 'Service Unavailable',
  status: 503,
  detail: `Not ready: ${checks.join(', ')}`,
  checks,
})

const failed = (): Checks => ({ checks: false })

export type Health = ReturnType<typeof createHealth>
