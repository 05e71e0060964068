import { signal } from '@preact/signals'
import { serverConfig } from './server-config.ts'

// Whether the server can be reached. navigator.onLine is not enough: it is true on a network without internet access.
export const isOnline = signal(navigator.onLine)

const PROBE_MS = 5000
let timer = 0
let failures = 0

async function probe(): Promise<void> {
  try {
    await fetch(`${serverConfig.api}/project/new?limit=1`, { method: 'HEAD', cache: 'no-store' })
    noteReached()
  } catch {
    timer = window.setTimeout(probe, PROBE_MS)
  }
}

function noteReached(): void {
  clearTimeout(timer)
  isOnline.value = true
}

/**
 * Before a call is sent; the result is called when it is answered. The answer to a call that was sent before another one failed does not count:
 * where some calls arrive and others never do, each answer would load everything again.
 */
export function expectAnswer(): () => void {
  const before = failures
  return () => {
    if (before === failures) noteReached()
  }
}

/** After a network error: polls the server until it answers. */
export function noteUnreachable(): void {
  failures++
  clearTimeout(timer)
  isOnline.value = false
  timer = window.setTimeout(probe, PROBE_MS)
}

addEventListener('online', () => void probe())
addEventListener('offline', noteUnreachable)
