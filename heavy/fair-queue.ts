import { createTurns } from '#async/turns.ts'

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

export type FairQueue = ReturnType<typeof createFairQueue>

export function createFairQueue({ perOwner, total, atOnce }: Pick<HeavyLimits, 'perOwner' | 'total' | 'atOnce'>) {
  return createTurns<number>({
    atOnce,
    atOnceOfOwner: 1,
    refuse(own, all) {
      if (own.running + own.waiting >= perOwner) throw new HeavyRefusal(refusal.ofOwner, { limit: perOwner })
      if (all.running + all.waiting >= total) throw new HeavyRefusal(refusal.ofAll)
    },
  })
}
