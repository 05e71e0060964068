import { DAY_MS } from './time/day.ts'
import { clockOf } from './time/zone.ts'

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

const weekOf = (at: Date): string => String(Math.floor((at.getTime() / DAY_MS + 3) / 7)) // 1970-01-01 was a Thursday

const MINUTE_MS = 60_000

/**
 * The last moment at or before now that has this time of day in the time zone. When the clocks are set back it is the first of the two; a time
 * that they skip is as much later as they are set forward.
 */
export function lastTimeOfDay(now: Date, minutes: number, timeZone: string): Date {
  const clock = clockOf(timeZone)
  const today = Math.floor(clock(now.getTime()) / DAY_MS) * DAY_MS
  for (let day = today; ; day -= DAY_MS) {
    const at = instantOf(day + minutes * MINUTE_MS, clock)
    if (at <= now.getTime()) return new Date(at)
  }
}

function instantOf(shown: number, clock: (instant: number) => number): number {
  const instantBy = (other: number): number => shown - (clock(other) - other)
  const [before, after] = [instantBy(shown - DAY_MS), instantBy(shown + DAY_MS)] // by the offsets around a change of the clocks
  return clock(before) === shown || clock(after) !== shown ? before : after
}

export type Done = { tried: Date | null; complete: Date | null } // starts of the last scheduled backups

/** A missed time is made up for; a failed backup is tried again after an hour. */
export function isBackupDue(now: Date, dueSince: Date, { tried, complete }: Done): boolean {
  if (complete !== null && complete >= dueSince) return false
  return tried === null || tried < dueSince || now.getTime() - tried.getTime() >= AGAIN_MS
}
