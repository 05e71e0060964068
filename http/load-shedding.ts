import { Refusal } from './problem.ts'

// One for all: the stack trace of a new one would cost as much as the rest of the refusal.
const overloaded = new Refusal('overloaded')

type Waiting = { since: number; start(): void }
export type LoadShedding = ReturnType<typeof createLoadShedding>

// Calls that need work start one by one, one in each turn of the event loop: in between, responses from memory and refusals are sent. While
// the next in line has waited too long, further calls are refused at once. The wait is counted in CPU time of this thread, not by the clock:
// refusing calls does not help against a busy machine. At most one call waits per connection.
export function createLoadShedding(limitMs = Number.POSITIVE_INFINITY) {
  const waiting: Waiting[] = []
  let hasStarted = false // in this turn
  let count = 0

  function startNext(): void {
    const next = waiting.shift()
    hasStarted = next !== undefined
    if (next === undefined) return
    next.start()
    setImmediate(startNext)
  }

  return {
    /** Null: it starts at once. */
    waitForTurn(): Promise<void> | null {
      const [next] = waiting
      if ((next ? busyMs() - next.since : 0) > limitMs) {
        count++
        throw overloaded
      }
      if (hasStarted) return new Promise((resolve) => waiting.push({ since: busyMs(), start: resolve }))
      hasStarted = true
      setImmediate(startNext)
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
