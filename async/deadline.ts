const LATE_MS = 100

export type DeadlineOptions = {
  /** A timer that fires late shows that this process was paused or busy. The answer may be in the socket buffer then: so much more time. */
  graceMs?: number
  /** False: the timer does not keep the process. */
  isRef?: boolean
}

/** Returns what ends it. */
export function startDeadline(ms: number, onEnd: () => void, { graceMs = 0, isRef = true }: DeadlineOptions = {}): () => void {
  const startedAt = performance.now()
  let timer: NodeJS.Timeout
  const start = (ms: number, next: () => void): void => {
    timer = setTimeout(next, ms)
    if (!isRef) timer.unref()
  }
  start(ms, () => {
    if (graceMs === 0 || performance.now() - startedAt < ms + LATE_MS) onEnd()
    else start(graceMs, onEnd)
  })
  return () => clearTimeout(timer)
}
