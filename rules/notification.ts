import type { NotificationKind, When } from '#contract/notification.ts'

// Notification settings and the time of the daily digest.

export type Choices = Partial<Record<NotificationKind, When>>

/** The default is immediately. */
export const choiceFor = (choices: Choices, kind: NotificationKind): When => choices[kind] ?? 'at-once'

const DIGEST_HOUR = 8

/** The next 8:00 in the time zone of the directory. */
export function nextDigest(now: Date, timeZone: string): Date {
  const wallClock = clockOf(timeZone)
  const today = new Date(wallClock(now.getTime()))
  for (let days = 0; ; days++) {
    const local = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + days, DIGEST_HOUR)
    // Uses the offset at the target time, not the current one: daylight saving time may change in between.
    const near = local - (wallClock(local) - local)
    const instant = local - (wallClock(near) - near)
    if (instant > now.getTime()) return new Date(instant)
  }
}

/** Emails that nobody waits for are not sent at night: from 8:00 to midnight, in the time zone of the directory. */
export const isDaytime = (now: Date, timeZone: string): boolean => new Date(clockOf(timeZone)(now.getTime())).getUTCHours() >= DIGEST_HOUR

// Local time of a zone at an instant, as a UTC timestamp.
function clockOf(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (instant) => {
    const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
    return Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!, part.second!)
  }
}
