import type { Logger } from 'pino'
import { standForLeader } from '#database/leader.ts'
import type { Database, Sql } from '#database/sql.ts'
import type { Duties } from './duties.ts'

type Options = { database: Database; sql: Sql; parts: string; nodeId: string; log: Logger; duties: Duties; onChange?(): void }

export type Leading = { isLeader(): boolean; stop(): Promise<void> }

/** Stands for leader, and runs the duties while elected. */
export function startLeading({ database, sql, parts, nodeId, log, duties, onChange = () => {} }: Options): Leading {
  let current: { stop(): Promise<void> } | null = null
  let isStopping = false
  const end = (): Promise<void> => {
    const stopping = current?.stop()
    current = null
    return stopping ?? Promise.resolve()
  }
  const leader = standForLeader({
    database,
    sql,
    parts,
    nodeId,
    onElected(term) {
      if (isStopping) return // an election that was under way; `stop` gives the lock back
      log.info({ term }, 'this process runs the periodic jobs')
      current = duties.start({ term, parts })
      onChange()
    },
    onLost(reason) {
      log.warn({ reason }, 'another process may run the periodic jobs now')
      void end()
      onChange()
    },
  })
  return {
    isLeader: () => leader.term() !== null,
    async stop() {
      isStopping = true
      await end() // before the lock is released
      await leader.stop()
    },
  }
}
