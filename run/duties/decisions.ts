import { takeEffect, whyNotTakeEffect } from '#actions/request/take-effect.ts'
import { applyTeamChange } from '#actions/team/pending.ts'
import { startLoop } from '#async/loop.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Sql } from '#database/sql.ts'
import { isStillAllowed } from '#rules/team/formation.ts'
import { type Calendar, writeDay } from '#rules/time/day.ts'
import { advanceRounds, type RoundOptions } from '#run/rounds/rounds.ts'
import { findDecision, listDueDecisions, recordFailedDecision } from '#store/request/decision.ts'
import { lockRequest } from '#store/request/lock.ts'
import { dropTeamChange, listDueTeamChanges, lockDueTeamChange } from '#store/team/pending.ts'

// Lets decisions of curators, and removals and disbandings of team admins, take effect when their undo window has ended. Several processes may
// do this at once: the request or the team is locked, and what has taken effect is gone.

const POLL_MS = 2000
const BATCH = 50

type Options = Omit<RoundOptions, 'secrets'>

/** Returns how many took effect. */
export async function applyDueDecisions({ sql, now, calendar, log, onApplied, signal }: Options): Promise<number> {
  let applied = 0
  try {
    for (const id of await listDueDecisions(sql, now(), BATCH)) {
      const problem = await applyOne(sql, id, now(), calendar)
      if (problem === null) applied++
      else log.warn({ request: id, problem }, 'a decision could not take effect')
      signal?.throwIfAborted()
    }
    return applied
  } finally {
    if (applied > 0) onApplied()
  }
}

const applyOne = (sql: Sql, id: number, at: Date, calendar: Calendar): Promise<ErrorCode | null> =>
  sql.begin(async (sql) => {
    const locked = await lockRequest(sql, { id, personId: 0 })
    const pending = locked && (await findDecision(sql, id))
    if (!pending) return null // undone, withdrawn, or applied by another process
    const today = calendar(at)
    const why = pending.status === 'approved' ? whyNotTakeEffect(locked, today) : null
    if (why === null) await takeEffect(sql, locked.request, pending, { at, today })
    else await recordFailedDecision(sql, id, why, at)
    return why
  })

/** Returns how many took effect. Those that are not allowed any more are dropped. */
export async function applyDueTeamChanges({ sql, now, calendar, log, onApplied, signal }: Options): Promise<number> {
  let applied = 0
  let dropped = 0
  try {
    for (const change of await listDueTeamChanges(sql, now(), BATCH)) {
      const outcome = await applyTeamChangeOnce(sql, change, now(), calendar)
      if (outcome === 'applied') applied++
      if (outcome === 'dropped') {
        dropped++
        log.info({ team: change.team }, 'a removal or disbanding was dropped: it is not allowed any more')
      }
      signal?.throwIfAborted()
    }
    return applied
  } finally {
    if (applied + dropped > 0) onApplied()
  }
}

const applyTeamChangeOnce = (sql: Sql, { id, team }: { id: number; team: number }, at: Date, calendar: Calendar) =>
  sql.begin(async (sql) => {
    const today = writeDay(calendar(at))
    const change = await lockDueTeamChange(sql, { id, team }, { now: at, today })
    if (!change) return 'gone' // undone, or applied by another process
    const isAllowed = isStillAllowed(change.member === null ? 'disband' : 'removal', change)
    if (isAllowed) await applyTeamChange(sql, { ...change, at, today })
    else await dropTeamChange(sql, id)
    return isAllowed ? 'applied' : 'dropped'
  })

/** Polls until it is stopped. A stop waits for one item, not for all that are due: a silent database takes seconds for each. */
export function startDecisions(given: Omit<RoundOptions, 'signal'>): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const options = { ...given, signal: stopping.signal }
  const loop = startLoop({
    async run() {
      await applyDueDecisions(options)
      await applyDueTeamChanges(options)
      await advanceRounds(options)
    },
    everyMs: POLL_MS,
    firstMs: POLL_MS,
    onFailing: (error) => options.log.warn({ err: error }, 'cannot apply decisions; retrying'),
  })
  return {
    stop() {
      const stopped = loop.stop()
      stopping.abort()
      return stopped
    },
  }
}
