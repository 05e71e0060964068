// The clock of a time zone from a table of its offsets. Without Intl: its first use takes more than 100 ms on a slow phone, and old phones have
// old rules of time zones.

/** Since which minute (from 1970, UTC) how many minutes to add to UTC; in order. Before the first one, its offset. */
export type Offsets = readonly (readonly [since: number, minutes: number])[]

const MINUTE_MS = 60_000

export const offsetAt = (offsets: Offsets, instant: number): number =>
  (offsets.findLast(([since]) => since * MINUTE_MS <= instant) ?? offsets[0]!)[1] * MINUTE_MS

/** The day of an instant, YYYY-MM-DD. */
export const dayIn = (offsets: Offsets, instant: number): string => wallClockIn(offsets, instant).slice(0, 10)

/** What a clock there shows: YYYY-MM-DDTHH:MM. */
export const wallClockIn = (offsets: Offsets, instant: number): string =>
  new Date(instant + offsetAt(offsets, instant)).toISOString().slice(0, 16)

/** When a clock there shows this, the first of two times; in an hour that is skipped, as far after it. */
export function instantIn(offsets: Offsets, wallClock: string): number {
  const local = Date.parse(`${wallClock}Z`)
  const candidates = offsets.map(([, minutes]) => local - minutes * MINUTE_MS).filter((one) => one + offsetAt(offsets, one) === local)
  return candidates.length > 0 ? Math.min(...candidates) : local - offsetAt(offsets, local - DAY_MS)
}
const DAY_MS = 86_400_000
