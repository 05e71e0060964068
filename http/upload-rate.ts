import { Refusal } from './problem.ts'

// What one person may upload in an hour, in calls and bytes, whether it is stored or refused afterwards. It bounds what can be stored before
// the sweeper removes it; the quota of the team bounds what stays.

export type UploadLimits = { uploadsPerHour: number; bytesPerHour: number }
const MEGABYTE = 1024 * 1024
const HOUR = 3_600_000
const MOST_PEOPLE = 100_000

export const uploadLimits: UploadLimits = { uploadsPerHour: 120, bytesPerHour: 500 * MEGABYTE }

/** For the table of resources. */
export const uploadResource = {
  owner: 'person',
  perOwner: `${uploadLimits.uploadsPerHour} uploads and ${uploadLimits.bytesPerHour / MEGABYTE} MB per hour`,
  total: 'the quotas of all teams and projects',
  deadlineMs: HOUR,
  refusal: 'upload_limit',
} as const

type Used = { uploads: number; bytes: number; at: number }
export type UploadRate = ReturnType<typeof createUploadRate>

/** A leaky bucket per person: it empties evenly within an hour. */
export function createUploadRate(limits: UploadLimits = uploadLimits, clock: () => number = () => performance.now()) {
  const { uploadsPerHour, bytesPerHour } = limits
  const people = new Map<number, Used>()

  function usedBy(personId: number): Used {
    const now = clock()
    const used = people.get(personId) ?? { uploads: 0, bytes: 0, at: now }
    const part = (now - used.at) / HOUR
    used.uploads = Math.max(0, used.uploads - part * uploadsPerHour)
    used.bytes = Math.max(0, used.bytes - part * bytesPerHour)
    used.at = now
    people.delete(personId) // to the end: the first one is the one not seen for the longest time
    people.set(personId, used)
    if (people.size > MOST_PEOPLE) people.delete(people.keys().next().value!)
    return used
  }

  const refusal = (share: number): Refusal => {
    const seconds = Math.max(1, Math.ceil((share * HOUR) / 1000))
    const details = { uploads: uploadsPerHour, limit: Math.round(bytesPerHour / MEGABYTE), minutes: Math.ceil(seconds / 60) }
    return new Refusal('upload_limit', details, { headers: { 'retry-after': String(seconds) } })
  }

  return {
    /** Before anything is read; `bytes`: the announced length, 0 if there is none. */
    begin(personId: number, bytes: number): void {
      const used = usedBy(personId)
      if (used.uploads + 1 > uploadsPerHour) throw refusal((used.uploads + 1 - uploadsPerHour) / uploadsPerHour)
      if (used.bytes + bytes > bytesPerHour) throw refusal((used.bytes + bytes - bytesPerHour) / bytesPerHour)
      used.uploads++
    },
    /** For every part that arrives. */
    spend(personId: number, bytes: number): void {
      const used = usedBy(personId)
      used.bytes += bytes
      if (used.bytes > bytesPerHour) throw refusal((used.bytes - bytesPerHour) / bytesPerHour)
    },
  }
}
