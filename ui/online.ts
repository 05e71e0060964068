import { signal } from '@preact/signals'
import { serverConfig } from './server-config.ts'

// Whether the directory can be reached. What the browser says is not enough: a phone in a lift believes to be online.
export const isOnline = signal(navigator.onLine)

const PROBE_MS = 5000
let timer = 0

async function probe(): Promise<void> {
  try {
    await fetch(`${serverConfig.api}/project/new?limit=1`, { method: 'HEAD', cache: 'no-store' })
    noteReached()
  } catch {
    timer = window.setTimeout(probe, PROBE_MS)
  }
}

export function noteReached(): void {
  clearTimeout(timer)
  isOnline.value = true
}

/** Nothing came back; from now on it is asked for every few seconds. */
export function noteUnreachable(): void {
  clearTimeout(timer)
  isOnline.value = false
  timer = window.setTimeout(probe, PROBE_MS)
}

addEventListener('online', () => void probe())
addEventListener('offline', noteUnreachable)
