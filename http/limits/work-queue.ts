import { createTurns } from '#async/turns.ts'
import { Refusal } from '#http/response/problem.ts'

const RETRY_SECONDS = 2

export type WorkQueue = ReturnType<typeof createWorkQueue>
type Bounds = { atOnce: number; perOwner: number; total: number; deadlineMs: number }

/** Work of calls in turn; an owner may use every place that nobody waits for. */
export function createWorkQueue({ atOnce, perOwner, total, deadlineMs }: Bounds) {
  return createTurns<string>({
    atOnce,
    atOnceOfOwner: atOnce,
    refuse(own, all) {
      if (all.running < atOnce) return
      if (own.waiting >= perOwner)
        throw new Refusal('too_many_calls', { seconds: RETRY_SECONDS }, { headers: { 'retry-after': String(RETRY_SECONDS) } })
      if (all.waiting >= total) throw new Refusal('overloaded')
    },
    wait: { ms: deadlineMs, late: () => new Refusal('overloaded') },
  })
}
