import { Refusal } from '#http/response/problem.ts'
import { type Bucket, createBucket, type Spent } from './bucket.ts'
import type { Policy } from './presets.ts'

// What one person may upload in an hour, in calls and bytes, whether it is stored or refused afterwards. It bounds what can be stored before
// the sweeper removes it; the quota of the team bounds what stays.

export type UploadLimits = { uploadsPerHour: number; bytesPerHour: number }
const MEGABYTE = 1024 * 1024
const HOUR = 3_600_000

export const uploadLimits: UploadLimits = { uploadsPerHour: 120, bytesPerHour: 500 * MEGABYTE }

/** For the table of resources. */
export const uploadResource = {
  owner: 'person',
  perOwner: `${uploadLimits.uploadsPerHour} uploads and ${uploadLimits.bytesPerHour / MEGABYTE} MB per hour`,
  total: 'the quotas of all teams and projects',
  deadlineMs: HOUR,
  refusal: 'upload_limit',
} as const

export type UploadRate = ReturnType<typeof createUploadRate>
type Making = { limits?: UploadLimits; clock?: () => number; bucketOf?: (policy: Policy) => Bucket }

const perHour = (name: string, burst: number): Policy => ({ name, burst, perMinute: burst / 60 })

/** Two leaky buckets per person: they empty evenly within an hour. */
export function createUploadRate({ limits = uploadLimits, clock = () => performance.now(), bucketOf = createBucket }: Making = {}) {
  const { uploadsPerHour, bytesPerHour } = limits
  const calls = bucketOf(perHour('uploads', uploadsPerHour))
  const size = bucketOf(perHour('uploaded-bytes', bytesPerHour))

  const refuseUnless = (bucket: Bucket, { allowed, resetSeconds: seconds }: Spent): void => {
    if (allowed) return
    bucket.refused++
    const details = { uploads: uploadsPerHour, limit: Math.round(bytesPerHour / MEGABYTE), minutes: Math.ceil(seconds / 60) }
    throw new Refusal('upload_limit', details, { headers: { 'retry-after': String(seconds) } })
  }

  return {
    /** For the metrics. */
    buckets: [calls, size],
    /** Before anything is read; `bytes`: the announced length, 0 if there is none. */
    begin(personId: number, bytes: number): void {
      const [key, now] = [String(personId), clock()]
      refuseUnless(calls, calls.peek(key, now))
      refuseUnless(size, size.peek(key, now, bytes))
      calls.spend(key, now)
    },
    /** For every part that arrives. */
    spend: (personId: number, bytes: number): void => refuseUnless(size, size.spend(String(personId), clock(), bytes)),
  }
}
