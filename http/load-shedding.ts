import { Refusal } from './problem.ts'

const TURN_MS = 10
const MOST_PER_TURN = 100

// One for all: the stack trace of a new one would cost as much as the rest of the refusal.
const overloaded = new Refusal('overloaded')

type Waiting = { since: number; start(): void }
export type LoadShedding = ReturnType<typeof createLoadShedding>

// Calls that need work wait in line: each turn of the event loop starts some of them, and between the turns responses from memory and
// refusals are sent. While the next in line has waited too long, further calls are refused at once. Times are CPU time of this thread, not
// of the clock: refusing calls does not help against a busy machine. At most one call waits per connection.
export function createLoadShedding(limitMs = Number.POSITIVE_INFINITY) {
  const waiting: Waiting[] = []
  let isStarting = false // this turn starts calls when its events have been handled
  let turnEndsAt = 0 // 0: no call has started in it yet
  let count = 0

  // What a call does at first has been done before the next immediate runs.
  function planTurn(): void {
    isStarting = waiting.length > 0
    if (!isStarting) return
    turnEndsAt = 0
    for (let n = Math.min(waiting.length, MOST_PER_TURN); n > 0; n--) setImmediate(startNext)
    setImmediate(planTurn)
  }

  function startNext(): void {
    const now = busyMs()
    turnEndsAt ||= now + TURN_MS
    if (now < turnEndsAt) waiting.shift()?.start()
  }

  return {
    /** Null: it starts at once. */
    waitForTurn(): Promise<void> | null {
      const [next] = waiting
      if ((next ? busyMs() - next.since : 0) > limitMs) {
        count++
        throw overloaded
      }
      if (isStarting) return new Promise((resolve) => waiting.push({ since: busyMs(), start: resolve }))
      isStarting = true
      setImmediate(planTurn)
      return null
    },
    /** How many calls were refused. */
    get count() {
      return count
    },
  }
}

function busyMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
