import type { Entry } from './journal.ts'

// What callers noticed between two moments, from the journal.

const PAUSE_MS = 1000 // there are about ten writes a second

/** `pausesMs`: all times of a second and more without an acknowledged write. */
export type Availability = {
  writes: { acknowledged: number; unanswered: number; refused: Record<string, number>; longestPauseMs: number; pausesMs: number }
  guests: { calls: number; failed: number; slowestMs: number; failures: Record<string, number> }
  members: { calls: number; failed: number; failures: Record<string, number> }
  skipped: number
}

export function availabilityOf(journal: Entry[], from: number, to: number): Availability {
  const writes = { acknowledged: 0, unanswered: 0, refused: {} as Record<string, number>, longestPauseMs: 0, pausesMs: 0 }
  const guests = { calls: 0, failed: 0, slowestMs: 0, failures: {} as Record<string, number> }
  const members = { calls: 0, failed: 0, failures: {} as Record<string, number> }
  let skipped = 0
  let lastAt = from
  const add = (counts: Record<string, number>, name: string): void => {
    counts[name] = (counts[name] ?? 0) + 1
  }
  for (const entry of journal) {
    if (entry.at < from || entry.at > to) continue
    if (entry.event === 'skipped') skipped++
    else if (entry.event === 'answered' && entry.status === 200) {
      writes.acknowledged++
      const pause = entry.at - lastAt
      writes.longestPauseMs = Math.max(writes.longestPauseMs, pause)
      if (pause >= PAUSE_MS) writes.pausesMs += pause
      lastAt = entry.at
    } else if (entry.event === 'answered') {
      if (entry.status === 0 || entry.status >= 500) writes.unanswered++
      if (entry.status !== 0) add(writes.refused, `${entry.status} ${entry.code}`)
      else add(writes.refused, `no answer: ${entry.code}`)
    } else if (entry.event === 'read') {
      const count = entry.caller === 'guest' ? guests : members
      count.calls++
      if (entry.caller === 'guest') guests.slowestMs = Math.max(guests.slowestMs, entry.ms)
      if (entry.status === 200) continue
      count.failed++
      add(count.failures, `${entry.status || 'no answer'} ${entry.code}`)
    }
  }
  return { writes, guests, members, skipped }
}
