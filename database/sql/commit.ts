import { setTimeout as sleep } from 'node:timers/promises'
import { within } from '#async/within.ts'
import { SERVER_START } from '#database/server-start.ts'
import type { Connection } from './connection.ts'
import { isUnanswered } from './error.ts'
import type { Pool } from './pool.ts'

/** A transaction that may write: its id, and the start of the server that gave it. */
export type Begun = { xid: string; server: string }

/** The answer to a commit was lost, and so is the way to find out whether it took place. */
export class OutcomeUnknown extends Error {
  readonly code = 'OUTCOME_UNKNOWN'
  constructor(cause: unknown) {
    super('the answer to a commit was lost: its outcome is unknown', { cause })
  }
}

/**
 * Waits, where standbys are synchronous, until one of them has everything that is committed: this writes to the log, so its own commit waits. A
 * transaction whose connection was terminated while it waited is `committed` on the primary alone.
 */
export const REPLICATED = "select pg_logical_emit_message(true, 'projectory', '')"

const ASK_MS = 2000
const PAUSE_MS = 50

/** Commits. If the connection is lost meanwhile, another connection asks the server for the outcome. */
export async function commit(pool: Pool, connection: Connection, begun: Begun | null): Promise<void> {
  const answer = await connection.run('commit').catch((error: Error) => error)
  if (!(answer instanceof Error)) {
    if (answer.command !== 'COMMIT') throw new Error('a statement of the transaction had failed: it was rolled back')
    return
  }
  if (!connection.lost && isUnanswered(answer)) throw new OutcomeUnknown(answer)
  if (!connection.lost || begun === null) throw answer
  const outcome = await outcomeOf(pool, begun)
  if (outcome === 'aborted') throw answer
  if (outcome !== 'committed') throw new OutcomeUnknown(answer)
}

async function outcomeOf(pool: Pool, begun: Begun): Promise<string | null> {
  for (const until = performance.now() + ASK_MS; performance.now() < until; await sleep(PAUSE_MS)) {
    const asked = ask(pool, begun).catch(() => 'in progress')
    const outcome = await within(asked, until - performance.now(), () => null, { isRef: false })
    if (outcome !== 'in progress') return outcome // null: another server, or a restarted one, which may have assigned the id again
  }
  return null
}

async function ask(pool: Pool, { xid, server }: Begun): Promise<string | null> {
  const connection = await pool.acquire()
  try {
    const text = `select case when ${SERVER_START} = $1 then pg_xact_status($2::xid8) end as outcome`
    const { rows } = await connection.run(text, [server, xid])
    const { outcome } = rows[0] as { outcome: string | null }
    if (outcome === 'committed') await connection.run(REPLICATED)
    return outcome
  } finally {
    pool.release(connection)
  }
}
