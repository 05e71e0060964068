import type { ServerResponse } from 'node:http'
import { type Call, writeHead } from '#http/call.ts'
import { createConcurrencyLimit } from '#http/limits/concurrency-limit.ts'
import type { AddressShares } from '#http/limits/resources.ts'

// Server-sent events, broadcast to all listeners. The event has no data, so no access check is needed.

const DEBOUNCE_MS = 500
const HEARTBEAT_MS = 15_000
const MOST_UNSENT = 64 * 1024 // a client that does not read is disconnected; browsers reconnect

export type EventStream = { streams: Streams }
export const isEventStream = (value: unknown): value is EventStream => (value as EventStream | null)?.streams !== undefined

export type Streams = ReturnType<typeof createStreams>

export function createStreams(shares?: AddressShares) {
  const open = new Set<ServerResponse>()
  const limit = createConcurrencyLimit('eventStreams', shares)
  let isClosed = false
  let waiting: ReturnType<typeof setTimeout> | null = null
  const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS)
  heartbeat.unref()

  function write(text: string): void {
    for (const response of open) {
      if (response.writableLength > MOST_UNSENT) response.destroy()
      else response.write(text)
    }
  }

  return {
    get count() {
      return open.size
    },
    /** Sends one event for all changes within DEBOUNCE_MS. */
    notify(): void {
      waiting ??= setTimeout(() => {
        waiting = null
        write('event: change\ndata:\n\n')
      }, DEBOUNCE_MS)
      waiting.unref()
    },
    /** Refuses a stream beyond the share of its address or the total. */
    add(call: Call): void {
      const { response } = call
      const release = limit.acquire({ address: call.ip })
      response.once('close', release)
      writeHead(call, 200, ['Content-Type', 'text/event-stream; charset=utf-8', 'Cache-Control', 'no-store', 'X-Accel-Buffering', 'no'])
      // Jitter: when a server stops, its clients must not all reconnect at the same moment.
      response.write(`retry: ${2000 + Math.floor(Math.random() * 8000)}\n\n`)
      if (isClosed) return void response.end() // on a connection that was open when the shutdown began
      open.add(response)
      response.once('close', () => open.delete(response))
    },
    /** Called on shutdown: open streams would delay it. */
    close(): void {
      isClosed = true
      clearInterval(heartbeat)
      if (waiting) clearTimeout(waiting)
      for (const response of open) response.end()
      open.clear()
    },
  }
}
