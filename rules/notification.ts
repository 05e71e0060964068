import type { NotificationKind, When } from '#contract/notification.ts'

// What people hear of by mail, and when.

export type Choices = Partial<Record<NotificationKind, When>>

/** Who never chose hears of things as they happen. */
export const choiceFor = (choices: Choices, kind: NotificationKind): When => choices[kind] ?? 'at-once'

const DIGEST_HOUR = 8

/** The next eight o'clock in the morning where the directory lives: when people get what they want to hear of once a day. */
export function nextDigest(now: Date, timeZone: string): Date {
  const wallClock = clockOf(timeZone)
  const today = new Date(wallClock(now.getTime()))
  for (let days = 0; ; days++) {
    const wanted = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + days, DIGEST_HOUR)
    // The offset is that of the moment looked for, not of now: the clocks may go forward or back in between.
    const near = wanted - (wallClock(wanted) - wanted)
    const instant = wanted - (wallClock(near) - near)
    if (instant > now.getTime()) return new Date(instant)
  }
}

// What the clocks of a zone show at an instant, as if they were those of UTC.
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
