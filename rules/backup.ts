// When a backup is due, and which ones are kept.

export type Kept = { days: number; weeks: number; months: number }
export const standardKept: Kept = { days: 7, weeks: 5, months: 12 }

const HOUR_MS = 3_600_000
const AGAIN_MS = HOUR_MS // after a failure

/** 7/5/12: the last backup of each of the last 7 days, 5 weeks and 12 months that have one. */
export function readKept(text: string): Kept | null {
  const [, days, weeks, months] = /^(\d{1,4})\/(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []
  const kept = { days: Number(days), weeks: Number(weeks), months: Number(months) }
  return days !== undefined && kept.days > 0 ? kept : null
}

/** 03:00 as minutes after midnight. */
export function readTimeOfDay(text: string): number | null {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}

export type Proof = 'proven' | 'failed' // restored into a scratch database

/**
 * The backups that may be removed: all but the last one of each of the last days, weeks (from Monday) and months that have one, in UTC. One
 * that could not be restored does not stand for a period that has others, and the last proven one of a period is kept too. The newest one is
 * always kept.
 */
export function surplusBackups<T extends { at: Date; proof?: Proof }>(backups: readonly T[], kept: Kept): T[] {
  const newestFirst = backups.toSorted((a, b) => b.at.getTime() - a.at.getTime())
  const keeping = new Set(newestFirst.slice(0, 1))
  const keep = (most: number, periodOf: (at: Date) => string) => {
    const periods = Map.groupBy(newestFirst, ({ at }) => periodOf(at))
    for (const ofPeriod of [...periods.values()].slice(0, most)) {
      keeping.add(ofPeriod.find(({ proof }) => proof !== 'failed') ?? ofPeriod[0]!)
      const proven = ofPeriod.find(({ proof }) => proof === 'proven')
      if (proven) keeping.add(proven)
    }
  }
  keep(kept.days, (at) => at.toISOString().slice(0, 10))
  keep(kept.weeks, weekOf)
  keep(kept.months, (at) => at.toISOString().slice(0, 7))
  return newestFirst.filter((backup) => !keeping.has(backup))
}

const DAY_MS = 24 * HOUR_MS
const weekOf = (at: Date): string => String(Math.floor((at.getTime() / DAY_MS + 3) / 7)) // 1970-01-01 was a Thursday

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60

/**
 * The last moment at or before now that has this time of day in the time zone. When the clocks are set back it is the first of the two; a time
 * that they skip is as much later as they are set forward.
 */
export function lastTimeOfDay(now: Date, minutes: number, timeZone: string): Date {
  const clock = createClock(timeZone)
  const today = Math.floor(clock(now.getTime() / MINUTE_MS) / DAY_MINUTES)
  for (let day = today; ; day--) {
    const at = new Date(momentOf(day * DAY_MINUTES + minutes, clock) * MINUTE_MS)
    if (at <= now) return at
  }
}

/** What local clocks show at a moment; both in minutes since 1970. */
type Clock = (moment: number) => number

function createClock(timeZone: string): Clock {
  const digits = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hourCycle: 'h23', year: 'numeric', ...digits })
  return (moment) => {
    const parts = format.formatToParts(moment * MINUTE_MS)
    const { year, month, day, hour, minute } = Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]))
    return Date.UTC(year!, month! - 1, day, hour, minute) / MINUTE_MS
  }
}

function momentOf(shown: number, clock: Clock): number {
  const momentBy = (other: number): number => shown - (clock(other) - other)
  const [before, after] = [momentBy(shown - DAY_MINUTES), momentBy(shown + DAY_MINUTES)] // by the offsets around a change of the clocks
  return clock(before) === shown || clock(after) !== shown ? before : after
}

export type Done = { tried: Date | null; complete: Date | null } // starts of the last scheduled backups

/** A missed time is made up for; a failed backup is tried again after an hour. */
export function isBackupDue(now: Date, dueSince: Date, { tried, complete }: Done): boolean {
  if (complete !== null && complete >= dueSince) return false
  return tried === null || tried < dueSince || now.getTime() - tried.getTime() >= AGAIN_MS
}
