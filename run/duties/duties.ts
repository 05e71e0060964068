import type { Logger } from 'pino'
import { startLoop } from '#async/loop.ts'
import { claimJobs } from '#database/leader.ts'
import type { Sql } from '#database/sql.ts'
import type { RoundOptions } from '#run/rounds/rounds.ts'
import { startDecisions } from './decisions.ts'

// What one process does for all of them: the leader (database/leader.ts). Each is safe with several processes, so that a leader that was replaced
// without knowing it does no harm:
//   decisions, team changes  the request or team is locked, and what has taken effect is gone (run/duties/decisions.ts)
//   rounds                   the round is locked; sealing, publishing and ending check its state under the lock (run/rounds/rounds.ts)
//   old rows                 deletions (store/table/tables.ts)
//   invitations, requests    the team is locked, and what has expired is gone (run/duties/sweep.ts)
//   files: sweep             a file is released under a lock, and only without a row; removing it twice does nothing (store/file/orphan.ts)
//   files: comparison        rows are claimed one by one (store/file/check.ts)
//   signing keys             the keys are locked (auth/token/keys.ts)
//   audit log                an advisory lock (run/audit/export.ts)
// The start of an hourly run is fenced: it is claimed in the database with the term of the leader.
// Not here: emails, reminders and announcements, which one worker of each machine handles (mail/worker.ts: leases and unique keys).

/** `tenure` is aborted when it ends. */
export type Job = (tenure: AbortSignal) => Promise<unknown>
/** The tenure; null: without other processes, as in tests. */
export type Tenure = { term: number; parts: string } | null
export type Duties = { start(tenure: Tenure): { stop(): Promise<void> } }

const JOBS_MS = 3_600_000
const FIRST_JOBS_MS = 120_000 // after the start, when the service is ready for everything else
const CHECK_MS = 60_000

type Options = { sql: Sql; log: Logger; jobs: Job[]; hasJobs: boolean; decisions: RoundOptions | null; firstMs?: number }

export const createDuties = ({ sql, log, jobs, hasJobs, decisions, firstMs = FIRST_JOBS_MS }: Options): Duties => ({
  start(tenure) {
    const over = new AbortController()
    const isOver = () => over.signal.aborted
    const polling = decisions && startDecisions(decisions)

    async function runJobs(): Promise<void> {
      try {
        if (tenure && !(await claimJobs(sql, tenure.parts, tenure.term, JOBS_MS))) return
      } catch (error) {
        return log.error({ err: error }, 'the hourly jobs could not be claimed')
      }
      for (const job of jobs) if (!isOver()) await job(over.signal).catch((error) => log.error({ err: error }, 'an hourly job failed'))
    }
    // The database knows when they ran last: a restart or another leader neither repeats nor skips them.
    const hourly = hasJobs && startLoop({ run: runJobs, everyMs: tenure ? CHECK_MS : JOBS_MS, firstMs, isRef: false })

    return {
      async stop() {
        over.abort()
        if (hourly) hourly.stop() // without waiting: a job may take minutes
        await polling?.stop()
      },
    }
  },
})
