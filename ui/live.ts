import { effect } from '@preact/signals'
import { isOnline } from './online.ts'
import { refreshAll } from './query.ts'
import { serverConfig } from './server-config.ts'

// The server says that something has changed, never what: whoever is looking asks again, most of the time to hear "not modified".

const SPREAD_MS = 1500 // not everybody at once
const REST_MS = 4000 // nor all the time: on the morning an enrollment opens something changes every moment

let source: EventSource | null = null
let isPlanned = false
let askedAt = -REST_MS

function ask(): void {
  if (isPlanned) return
  isPlanned = true
  const rest = Math.max(0, askedAt + REST_MS - performance.now())
  setTimeout(askNow, rest + Math.random() * SPREAD_MS)
}

function askNow(): void {
  isPlanned = false
  askedAt = performance.now()
  void refreshAll()
}

function listen(isWanted: boolean): void {
  if (!isWanted) {
    source?.close()
    source = null
  } else if (source === null) {
    let isFirst = true
    source = new EventSource(`${serverConfig.api}/events`)
    source.addEventListener('change', ask)
    source.onopen = () => {
      if (!isFirst) ask() // what was missed in between
      isFirst = false
    }
  }
}

/** As long as somebody is looking and there is a network. */
export function followServer(): void {
  const decide = () => listen(isOnline.value && document.visibilityState === 'visible')
  effect(decide)
  document.addEventListener('visibilitychange', decide)
}
