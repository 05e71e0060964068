// A queue for heavy work: one job per person runs at a time, people take turns, and both a person and all together have a limited number of
// jobs. A job beyond the limits is refused immediately.

export type HeavyLimits = {
  owner: 'person'
  perOwner: number // running and waiting jobs of one person; one of them runs
  total: number // running and waiting jobs of all people
  atOnce: number // running jobs of all people
  deadlineMs: number // of a running job, without the time in the queue
  megabytes: number // of the JavaScript heap of a job
  refusal: { ofOwner: 'too_many_jobs'; ofAll: 'overloaded'; late: 'deadline_exceeded' }
}

export const refusal: HeavyLimits['refusal'] = { ofOwner: 'too_many_jobs', ofAll: 'overloaded', late: 'deadline_exceeded' }

/** Why a job was not done; http/response/problem.ts turns it into a response. */
export class HeavyRefusal extends Error {
  readonly code: HeavyLimits['refusal'][keyof HeavyLimits['refusal']]
  readonly details: Record<string, number>
  constructor(code: HeavyRefusal['code'], details: Record<string, number> = {}) {
    super(code)
    this.code = code
    this.details = details
  }
}

type Start = () => void
export type FairQueue = ReturnType<typeof createFairQueue>

export function createFairQueue({ perOwner, total, atOnce }: Pick<HeavyLimits, 'perOwner' | 'total' | 'atOnce'>) {
  const waiting = new Map<number, Start[]>() // in the order of turns
  const running = new Set<number>()
  const counts = new Map<number, number>()
  let all = 0

  function count(owner: number, change: 1 | -1): void {
    const own = (counts.get(owner) ?? 0) + change
    if (own === 0) counts.delete(owner)
    else counts.set(owner, own)
    all += change
  }

  function startNext(): void {
    for (const [owner, starts] of waiting) {
      if (running.size >= atOnce) return
      if (running.has(owner)) continue
      running.add(owner)
      const start = starts.shift()!
      if (starts.length === 0) waiting.delete(owner)
      start()
    }
  }

  // After a turn: all others come first.
  function moveBehind(owner: number): void {
    const starts = waiting.get(owner)
    waiting.delete(owner)
    if (starts) waiting.set(owner, starts)
  }

  function turnOf(owner: number, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = (): void => {
      const rest = waiting.get(owner)?.filter((other) => other !== start) ?? []
      if (rest.length > 0) waiting.set(owner, rest)
      else waiting.delete(owner)
      reject(signal!.reason)
    }
    const start = (): void => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }
    signal?.addEventListener('abort', leave, { once: true })
    const starts = waiting.get(owner)
    if (starts) starts.push(start)
    else waiting.set(owner, [start])
    startNext()
    return promise
  }

  return {
    /** A job whose signal is aborted leaves the queue; a running one has to end by itself, since it uses its memory until then. */
    async run<T>(owner: number, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      signal?.throwIfAborted()
      if ((counts.get(owner) ?? 0) >= perOwner) throw new HeavyRefusal(refusal.ofOwner, { limit: perOwner })
      if (all >= total) throw new HeavyRefusal(refusal.ofAll)
      count(owner, 1)
      try {
        await turnOf(owner, signal)
        try {
          return await work()
        } finally {
          running.delete(owner)
          moveBehind(owner)
          startNext()
        }
      } finally {
        count(owner, -1)
      }
    },
  }
}
