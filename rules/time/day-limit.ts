import { DAY_MS } from './day.ts'

// A limit of 24 hours, which end for each counted thing by itself.

/** What was made after this time counts. */
export const startOfLimit = (now: Date): Date => new Date(now.getTime() - DAY_MS)

/** Until the first one no longer counts. */
export const secondsUntilNext = (firstOfDay: Date, now: Date): number =>
  Math.max(1, Math.ceil((firstOfDay.getTime() + DAY_MS - now.getTime()) / 1000))
