import { curatorKinds, type NotificationKind, notificationKinds, type When } from '#contract/notification.ts'
import { clockOf } from '#rules/time/zone.ts'

// Notification settings and the time of the daily digest.

export type Choices = Partial<Record<NotificationKind, When>>

// In a busy week each curator would get hundreds of emails about applications.
const defaults: Choices = { request_new: 'daily' }

/** The default is immediately, but for new applications a daily list. */
export const choiceFor = (choices: Choices, kind: NotificationKind): When => choices[kind] ?? defaults[kind] ?? 'at-once'

/** The kinds of emails a person can get. */
export const kindsFor = (isCurator: boolean): NotificationKind[] =>
  notificationKinds.filter((kind) => isCurator || !curatorKinds.includes(kind))

const DIGEST_HOUR = 8

/** The last 8:00 in the time zone of the directory. */
export const lastDigest = (now: Date, timeZone: string): Date =>
  nextDigest(new Date(nextDigest(now, timeZone).getTime() - 26 * 3_600_000), timeZone)

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
