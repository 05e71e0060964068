import { effect } from '@preact/signals'
import { isOnline } from './online.ts'
import { refreshAll } from './query.ts'
import { serverConfig } from './server-config.ts'

// Server-sent events tell that something has changed, not what: visible queries are refetched, mostly answered by 304.

const JITTER_MS = 1500 // against a thundering herd
const MIN_INTERVAL_MS = 4000 // throttle: when an enrollment opens, changes never stop

let source: EventSource | null = null
let isScheduled = false
let refreshedAt = -MIN_INTERVAL_MS

function scheduleRefresh(): void {
  if (isScheduled) return
  isScheduled = true
  const wait = Math.max(0, refreshedAt + MIN_INTERVAL_MS - performance.now())
  setTimeout(refreshNow, wait + Math.random() * JITTER_MS)
}

function refreshNow(): void {
  isScheduled = false
  refreshedAt = performance.now()
  void refreshAll()
}

function listen(isEnabled: boolean): void {
  if (!isEnabled) {
    source?.close()
    source = null
  } else if (source === null) {
    let isFirst = true
    source = new EventSource(`${serverConfig.api}/events`)
    source.addEventListener('change', scheduleRefresh)
    source.onopen = () => {
      if (!isFirst) scheduleRefresh() // events missed while disconnected
      isFirst = false
    }
  }
}

/** Connected while the page is visible and online. */
export function followServer(): void {
  const update = () => listen(isOnline.value && document.visibilityState === 'visible')
  effect(update)
  document.addEventListener('visibilitychange', update)
}
