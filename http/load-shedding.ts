import { Refusal } from './problem.ts'

const TICK_MS = 20

export type LoadShedding = ReturnType<typeof createLoadShedding>

// Measures the event-loop delay: how much later than planned a timer runs. While it is too long, calls that need work are refused at once,
// and responses from memory are still sent. A single long task is not an overload: two turns of the event loop in a row must be late.
export function createLoadShedding(limitMs = Number.POSITIVE_INFINITY) {
  let tickAt = performance.now()
  let lastDelay = 0
  const timer = setInterval(() => {
    const now = performance.now()
    lastDelay = now - tickAt - TICK_MS
    tickAt = now
  }, TICK_MS)
  timer.unref()
  return {
    refuseIfOverloaded(): void {
      if (lastDelay > limitMs && performance.now() - tickAt > limitMs) throw new Refusal('overloaded')
    },
    stop: () => clearInterval(timer),
  }
}
