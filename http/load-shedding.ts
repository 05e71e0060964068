import { Refusal } from './problem.ts'

const TICK_MS = 20

// One for all: the stack trace of a new one would cost as much as the rest of the refusal.
const overloaded = new Refusal('overloaded')

export type LoadShedding = ReturnType<typeof createLoadShedding>

// Measures how long the event loop is busy before its timers run again: that long every other call waits. While it is too long, calls that
// need work are refused at once, and responses from memory are still sent. A single long task is not an overload: two turns of the event
// loop in a row must be long. CPU time of this thread is counted, not the clock: refusing calls does not help against a busy machine.
export function createLoadShedding(limitMs = Number.POSITIVE_INFINITY) {
  let busyAtTick = busyMs()
  let lastTurn = 0
  let count = 0
  const timer = setInterval(() => {
    const busy = busyMs()
    lastTurn = busy - busyAtTick
    busyAtTick = busy
  }, TICK_MS)
  timer.unref()
  return {
    refuseIfOverloaded(): void {
      if (!(lastTurn > limitMs && busyMs() - busyAtTick > limitMs)) return
      count++
      throw overloaded
    },
    /** How many calls were refused. */
    get count() {
      return count
    },
    stop: () => clearInterval(timer),
  }
}

function busyMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
