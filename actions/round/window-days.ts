import type { AnySql } from '#database/sql.ts'
import { windowDays } from '#rules/round/round.ts'
import { createCalendar } from '#rules/time/day.ts'
import { listWindows, setWindowDays } from '#store/round/edit.ts'

/** In another time zone the windows of rounds, which are times, have other first and last days. */
export async function moveWindowDays(sql: AnySql, timeZone: string): Promise<void> {
  const calendar = createCalendar(timeZone)
  for (const { id, opensAt, closesAt } of await listWindows(sql)) await setWindowDays(sql, id, windowDays(opensAt, closesAt, calendar))
}
