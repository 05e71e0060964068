import type { Sql } from '#database/sql.ts'
import { isDaytime, lastDigest } from '#rules/mail/notification.ts'
import { createCalendar, writeDay } from '#rules/time/day.ts'
import { gatherApplicationDigests } from '#store/mail/application-digest.ts'
import { gatherReminders } from '#store/mail/reminder.ts'

// Emails without an event, looked for once a minute. Reminders about saved projects: three days before the last day to apply, and later for projects saved later, but not on that day itself.

const MOST_DAYS = 3
// Projects saved one after another are in one email, and there is none for a project that was saved by mistake.
const REST_MS = 10 * 60_000

/** Returns the number of emails it put into the outbox. */
export async function remindOfClosing({ sql, now, timeZone }: { sql: Sql; now: Date; timeZone: string }): Promise<number> {
  if (!isDaytime(now, timeZone)) return 0
  const dayAfter = (days: number): string => writeDay(createCalendar(timeZone)(now) + days)
  const savedBefore = new Date(now.getTime() - REST_MS)
  return gatherReminders(sql, { today: dayAfter(0), from: dayAfter(1), to: dayAfter(MOST_DAYS), timeZone, savedBefore, now })
}

/** The daily list of waiting applications for curators, after 8:00. Returns the number of emails. */
export async function listApplications({ sql, now, timeZone }: { sql: Sql; now: Date; timeZone: string }): Promise<number> {
  if (!isDaytime(now, timeZone)) return 0
  return gatherApplicationDigests(sql, { today: writeDay(createCalendar(timeZone)(now)), since: lastDigest(now, timeZone), now })
}
