import { Refusal } from '#http/response/problem.ts'

const RETRY_SECONDS = 2

type Waiting = { start(): void; timer: NodeJS.Timeout }
export type WorkQueue = ReturnType<typeof createWorkQueue>
type Bounds = { atOnce: number; perOwner: number; total: number; deadlineMs: number }

/** Runs work in turn, one piece of each owner: an owner with many pieces delays their own only. */
export function createWorkQueue({ atOnce, perOwner, total, deadlineMs }: Bounds) {
  const queues = new Map<string, Waiting[]>() // in the order of their turns
  let running = 0
  let waiting = 0

  // The first queue has its turn, then goes to the end.
  function next(): Waiting | undefined {
    const first = queues.entries().next()
    if (first.done) return undefined
    const [owner, queue] = first.value
    const one = queue.shift()!
    waiting--
    queues.delete(owner)
    if (queue.length > 0) queues.set(owner, queue)
    clearTimeout(one.timer)
    return one
  }

  function startNext(): void {
    while (running < atOnce) {
      const one = next()
      if (one === undefined) return
      one.start()
    }
  }

  function remove(owner: string, one: Waiting): void {
    const queue = queues.get(owner)!
    queue.splice(queue.indexOf(one), 1)
    waiting--
    if (queue.length === 0) queues.delete(owner)
  }

  function turn(owner: string): Promise<void> | undefined {
    if (running < atOnce) return undefined
    const queue = queues.get(owner) ?? []
    if (queue.length >= perOwner)
      throw new Refusal('too_many_calls', { seconds: RETRY_SECONDS }, { headers: { 'retry-after': String(RETRY_SECONDS) } })
    if (waiting >= total) throw new Refusal('overloaded')
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        remove(owner, one)
        reject(new Refusal('overloaded'))
      }, deadlineMs)
      const start = () => {
        running++
        resolve()
      }
      const one: Waiting = { start, timer }
      queue.push(one)
      waiting++
      queues.set(owner, queue)
    })
  }

  return {
    async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
      const waited = turn(owner)
      if (waited === undefined) running++
      else await waited
      try {
        return await work()
      } finally {
        running--
        startNext()
      }
    },
  }
}
