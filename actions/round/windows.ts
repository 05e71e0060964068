import type { AnySql } from '#database/sql.ts'
import { windowDays } from '#rules/round/round.ts'
import { createCalendar } from '#rules/time/day.ts'
import { listWindows, setWindowDays, showWindows } from '#store/round/edit.ts'

// Projects of an announced round have its window as their enrollment. Everything that changes windows, announces rounds, or changes the rounds or
// the enrollment of projects is done here.

/** In the caller's transaction; `round` or `projects` are those that the change is about. */
export async function changeWindows<T>(
  sql: AnySql,
  about: { round: number } | { projects: readonly number[] },
  at: Date,
  change: () => Promise<T>,
): Promise<T> {
  const result = await change()
  await showWindows(sql, about, at)
  return result
}

/** In another time zone the windows of rounds, which are times, have other first and last days. */
export async function moveWindowDays(sql: AnySql, timeZone: string, at: Date): Promise<void> {
  const calendar = createCalendar(timeZone)
  for (const { id, opensAt, closesAt } of await listWindows(sql))
    await changeWindows(sql, { round: id }, at, () => setWindowDays(sql, id, windowDays(opensAt, closesAt, calendar)))
}
