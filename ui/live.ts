import { effect } from '@preact/signals'
import { face } from './face.ts'
import { isOnline } from './online.ts'
import { refreshAll } from './query.ts'

// The server says that something has changed, never what: whoever is looking asks again, most of the time to hear "not modified".

const SPREAD_MS = 1500 // not everybody at once

let source: EventSource | null = null
let timer: ReturnType<typeof setTimeout> | undefined

const ask = () => {
  clearTimeout(timer)
  timer = setTimeout(() => void refreshAll(), Math.random() * SPREAD_MS)
}

function listen(isWanted: boolean): void {
  if (!isWanted) {
    source?.close()
    source = null
  } else if (source === null) {
    let isFirst = true
    source = new EventSource(`${face.api}/events`)
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
