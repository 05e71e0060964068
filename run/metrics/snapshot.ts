import { boundsMs } from '#http/observe/histogram.ts'

// Metrics as plain data, so that the processes of one machine can send theirs to the one that serves /metrics.

/** How values of several processes become one: counters and amounts are added; of facts about the machine or the database one is taken. */
type Merge = 'sum' | 'max' | 'min'
export type Labels = Record<string, string>
/** `suffix`: of a histogram, whose buckets are cumulative. */
export type Sample = { suffix?: '_bucket' | '_sum' | '_count'; labels: Labels; value: number }
export type Family = { name: string; help: string; type: 'counter' | 'gauge' | 'histogram'; merge: Merge; samples: Sample[] }
export type Snapshot = Family[]

const one = (value: number): Sample[] => [{ labels: {}, value }]

type Values = number | readonly (readonly [Labels, number])[]
const samplesOf = (values: Values): Sample[] =>
  typeof values === 'number' ? one(values) : values.map(([labels, value]) => ({ labels, value }))

export const counter = (name: string, help: string, values: Values): Family => ({
  name,
  help,
  type: 'counter',
  merge: 'sum',
  samples: samplesOf(values),
})

export const gauge = (name: string, help: string, merge: Merge, values: Values): Family => ({
  name,
  help,
  type: 'gauge',
  merge,
  samples: samplesOf(values),
})

/** The checks of `/readyz`; ready is what is ready in every process. */
export const readyGauge = (checks: Record<string, boolean>): Family =>
  gauge(
    'projectory_ready',
    '1 while the check of /readyz passes',
    'min',
    Object.entries(checks).map(([check, isPassed]) => [{ check }, isPassed ? 1 : 0]),
  )

type Times = { labels: Labels; buckets: ArrayLike<number>; sumMs: number }

/** Times in milliseconds become seconds, and the counts of the buckets cumulative. */
export function histogram(name: string, help: string, times: Times[]): Family {
  const samples = times.flatMap(({ labels, buckets, sumMs }): Sample[] => {
    let count = 0
    const cumulative = Array.from(buckets, (value, bucket): Sample => {
      count += value
      const bound = boundsMs[bucket]
      return { suffix: '_bucket', labels: { ...labels, le: bound === undefined ? '+Inf' : String(bound / 1000) }, value: count }
    })
    return [...cumulative, { suffix: '_sum', labels, value: sumMs / 1000 }, { suffix: '_count', labels, value: count }]
  })
  return { name, help, type: 'histogram', merge: 'sum', samples }
}

const merged: Record<Merge, (one: number, other: number) => number> = {
  sum: (one, other) => one + other,
  max: (one, other) => Math.max(one, other),
  min: (one, other) => Math.min(one, other),
}

/** One snapshot of all processes. */
export function mergeSnapshots(snapshots: readonly Snapshot[]): Snapshot {
  const families = new Map<string, { family: Family; samples: Map<string, Sample> }>()
  for (const family of snapshots.flat()) {
    const known = families.get(family.name) ?? { family, samples: new Map<string, Sample>() }
    families.set(family.name, known)
    for (const sample of family.samples) {
      const key = JSON.stringify([sample.suffix, sample.labels])
      const former = known.samples.get(key)
      known.samples.set(key, former ? { ...sample, value: merged[family.merge](former.value, sample.value) } : sample)
    }
  }
  return [...families.values()].map(({ family, samples }) => ({ ...family, samples: [...samples.values()] }))
}
