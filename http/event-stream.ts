import type { ServerResponse } from 'node:http'
import { type Call, writeHead } from './call.ts'

// Server-sent events to all listeners: one event name and no content, so that there is nothing to hide from anyone.

const CALM_MS = 500
const BEAT_MS = 15_000
const MOST_UNSENT = 64 * 1024 // whoever does not read is let go; browsers come back by themselves
export const MOST_STREAMS = 2000

export type EventStream = { streams: Streams }
export const isEventStream = (value: unknown): value is EventStream => (value as EventStream | null)?.streams !== undefined

export type Streams = ReturnType<typeof createStreams>

export function createStreams() {
  const open = new Set<ServerResponse>()
  let waiting: ReturnType<typeof setTimeout> | null = null
  const beat = setInterval(() => write(': still here\n\n'), BEAT_MS)
  beat.unref()

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
    /** Many changes at once are one word. */
    tell(): void {
      waiting ??= setTimeout(() => {
        waiting = null
        write('event: change\ndata:\n\n')
      }, CALM_MS)
      waiting.unref()
    },
    add(call: Call): void {
      const { response } = call
      writeHead(call, 200, ['Content-Type', 'text/event-stream; charset=utf-8', 'Cache-Control', 'no-store', 'X-Accel-Buffering', 'no'])
      // Where a server goes away, not everybody should come to the next one at the same moment.
      response.write(`retry: ${2000 + Math.floor(Math.random() * 8000)}\n\n`)
      open.add(response)
      response.once('close', () => open.delete(response))
    },
    /** At the end of the process: an open stream would keep it waiting. */
    close(): void {
      clearInterval(beat)
      if (waiting) clearTimeout(waiting)
      for (const response of open) response.end()
      open.clear()
    },
  }
}
