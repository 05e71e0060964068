/** Upper bounds of the buckets, in milliseconds: 1 ms to 10 s. Longer times are in one more bucket. */
export const boundsMs = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000] as const
export const BUCKETS = boundsMs.length + 1

// Short times are the most frequent: they are found first.
export function bucketOf(ms: number): number {
  let bucket = 0
  while (bucket < boundsMs.length && ms > boundsMs[bucket]!) bucket++
  return bucket
}

export type Histogram = { buckets: Float64Array; sumMs: number; add(ms: number): void }

/** Times in fixed buckets; nothing is allocated when one is added. */
export function createHistogram(): Histogram {
  const buckets = new Float64Array(BUCKETS)
  return {
    buckets,
    sumMs: 0,
    add(ms) {
      buckets[bucketOf(ms)]!++
      this.sumMs += ms
    },
  }
}
