import { Refusal } from './problem.ts'

const TURN_MS = 10
const MOST_PER_TURN = 100

// One for all: the stack trace of a new one would cost as much as the rest of the refusal.
const overloaded = new Refusal('overloaded')

/** `aboveMs`: the longest wait for a turn; `afterMs`: how long longer waits are tolerated before calls are refused. */
export type Shed = { aboveMs: number; afterMs: number }
type Waiting = { since: number; start(): void }
/** The calls of one address. `turnSince`: when it came to the end of the line. */
type Queue = { turnSince: number; calls: Waiting[] }
export type LoadShedding = ReturnType<typeof createLoadShedding>

// Calls that need work wait in line: each turn of the event loop starts some of them, one of each address in turn, and between the turns
// responses from memory and refusals are sent. While calls wait too long, further ones are refused at once; but not after a single long task,
// such as a garbage collection, if the line is empty again soon after it. Times are CPU time of this thread, not of the clock: refusing calls
// does not help against a busy machine.
export function createLoadShedding({ aboveMs, afterMs }: Shed = { aboveMs: Number.POSITIVE_INFINITY, afterMs: 0 }) {
  const line = new Map<string, Queue>() // in the order of their turns
  let waiting = 0
  let isStarting = false // this turn starts calls when its events have been handled
  let turnEndsAt = 0 // 0: no call has started in it yet
  let tooLongSince: number | null = null
  let count = 0

  // What a call does at first has been done before the next immediate runs.
  function planTurn(): void {
    isStarting = waiting > 0
    if (!isStarting) {
      tooLongSince = null
      return
    }
    turnEndsAt = 0
    for (let n = Math.min(waiting, MOST_PER_TURN); n > 0; n--) setImmediate(startNext)
    setImmediate(planTurn)
  }

  function startNext(): void {
    const now = busyMs()
    turnEndsAt ||= now + TURN_MS
    if (now >= turnEndsAt) return
    const first = line.entries().next()
    if (first.done) return
    const [address, queue] = first.value
    line.delete(address)
    const call = queue.calls.shift()!
    waiting--
    queue.turnSince = now
    if (queue.calls.length > 0) line.set(address, queue)
    call.start()
  }

  function join(address: string): Promise<void> {
    const now = busyMs()
    const queue = line.get(address) ?? { turnSince: now, calls: [] }
    line.set(address, queue)
    waiting++
    return new Promise((start) => queue.calls.push({ since: now, start }))
  }

  // An address with calls in line waits for them, any other one for the others' turns.
  function isOverloaded(address: string): boolean {
    const now = busyMs()
    const since = line.get(address)?.calls[0]?.since ?? line.values().next().value?.turnSince ?? now
    if (now - since <= aboveMs) return false
    tooLongSince ??= now
    return now - tooLongSince >= afterMs
  }

  return {
    /** Null: it starts at once. */
    waitForTurn(address: string): Promise<void> | null {
      if (isOverloaded(address)) {
        count++
        throw overloaded
      }
      if (isStarting) return join(address)
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
