import { within } from '#async/within.ts'
import type { Connection } from './connection.ts'
import { ConnectionError } from './error.ts'
import type { Pool } from './pool.ts'

// A commit that waits for a synchronous standby does not notice that its client is gone, and must not be cancelled: it would be committed on this
// server alone. So its session stays when its connection is given up, and the pool opens another one. While there are as many such sessions as the
// pool has connections, nothing more is written; reads go on.

const CHECK_MS = 1000 // how long the last look at the server counts
const ANSWER_MS = 2000

/** A single statement that may write. Functions that write are named here if calls use them outside of a transaction. */
const write = /\b(insert|update|delete|merge|truncate|accept_letter|pg_logical_emit_message)\b/i
export const mayWrite = (text: string): boolean => write.test(text)

export function createWaitingCommits(most: number) {
  const sessions = new Set<number>()
  let checkedAt = Number.NEGATIVE_INFINITY
  let checking: Promise<void> | null = null

  // A server that has taken over does not have these sessions.
  async function check(pool: Pool): Promise<void> {
    const connection = await pool.acquire()
    try {
      const text = "select pid from pg_stat_activity where pid = any($1::int[]) and wait_event = 'SyncRep'"
      const before = [...sessions]
      const { rows } = await connection.run(text, [`{${before.join()}}`])
      const waiting = new Set((rows as { pid: number }[]).map(({ pid }) => pid))
      for (const pid of before) if (!waiting.has(pid)) sessions.delete(pid)
      checkedAt = performance.now()
    } finally {
      pool.release(connection)
    }
  }

  function checkOnce(pool: Pool): Promise<void> {
    checking ??= check(pool).finally(() => {
      checking = null
    })
    return checking
  }

  return {
    isFull: () => sessions.size >= most,
    /** A connection was lost. */
    note({ isCommitUnanswered, processId }: Connection): void {
      if (!isCommitUnanswered || processId === null) return
      sessions.add(processId)
      checkedAt = Number.NEGATIVE_INFINITY // whether this one waits is not known yet
      if (sessions.size > 2 * most) sessions.delete(sessions.values().next().value!)
    },
    /** Before something is written while it is full. One look at the server a second; between two of them refusals are immediate. */
    async refuseIfFull(pool: Pool): Promise<void> {
      if (checking !== null || performance.now() - checkedAt > CHECK_MS) await within(checkOnce(pool), ANSWER_MS)
      if (sessions.size >= most) throw new ConnectionError('COMMITS_WAIT', `${sessions.size} commits wait for a standby`)
    },
  }
}
