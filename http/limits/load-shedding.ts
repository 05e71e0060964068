import { Refusal } from '#http/response/problem.ts'

const TURN_MS = 10
const MOST_PER_TURN = 100
const REMEMBERED = 2000 // calls; half of them are forgotten then
const ASSUMED_MS = 0.5 // what a call needs, at first: the first ones, before their code is compiled, need much more than later ones

// One for all: the stack trace of a new one would cost as much as the rest of the refusal.
const overloaded = new Refusal('overloaded')

type Start = () => void
export type LoadShedding = ReturnType<typeof createLoadShedding>

// Calls that need work wait in line: each turn of the event loop starts some of them, one of each address in turn, and between the turns
// responses from memory and refusals are sent. A call is refused at once if those before it need more than `limitMs`, by what a call has
// needed on average: many calls that arrive together, as after a garbage collection, are no overload. Times are CPU time of this thread, not
// of the clock: refusing calls does not help against a busy machine.
export function createLoadShedding(limitMs = Number.POSITIVE_INFINITY) {
  const line = new Map<string, Start[]>() // by address, in the order of their turns
  let waiting = 0
  let isStarting = false // this turn starts calls when its events have been handled
  let turnEndsAt = 0 // 0: no call has started in it yet
  let measuredAt = 0
  let started = 0
  let measured = REMEMBERED / 2
  let needed = measured * ASSUMED_MS // their CPU time
  let count = 0

  // What a call does at first has been done before the next immediate runs.
  function planTurn(): void {
    measure(busyMs())
    isStarting = waiting > 0
    if (!isStarting) return
    turnEndsAt = 0
    for (let n = Math.min(waiting, MOST_PER_TURN); n > 0; n--) setImmediate(startNext)
    setImmediate(planTurn)
  }

  function measure(now: number): void {
    needed += now - measuredAt
    measured += started
    measuredAt = now
    started = 0
    if (measured < REMEMBERED) return
    needed /= 2
    measured /= 2
  }

  function startNext(): void {
    const now = busyMs()
    turnEndsAt ||= now + TURN_MS
    if (now >= turnEndsAt) return
    const first = line.entries().next()
    if (first.done) return
    const [address, calls] = first.value
    const start = calls.shift()!
    waiting--
    started++
    line.delete(address)
    if (calls.length > 0) line.set(address, calls)
    start()
  }

  function join(address: string): Promise<void> {
    const calls = line.get(address) ?? []
    line.set(address, calls)
    waiting++
    return new Promise((start) => calls.push(start))
  }

  // Before the next call of an address come its own ones, and as many of each other address.
  function waitOf(address: string): number {
    if (waiting === 0) return 0
    const turns = (line.get(address)?.length ?? 0) + 1
    return (Math.min(waiting, turns * line.size) * needed) / measured
  }

  return {
    /** Null: it starts at once. */
    waitForTurn(address: string): Promise<void> | null {
      if (waitOf(address) > limitMs) {
        count++
        throw overloaded
      }
      if (isStarting) return join(address)
      isStarting = true
      measuredAt = busyMs()
      started++
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
