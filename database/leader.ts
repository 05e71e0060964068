import { startLoop } from '#async/loop.ts'
import type { Database } from './sql/address.ts'
import { Connection } from './sql/connection.ts'
import type { AnySql, Sql } from './sql.ts'

// One process among those of all machines runs the periodic jobs: the one whose session holds an advisory lock. The session has a connection of
// its own, so that the lock ends with the process or its network, never with a connection that the pool closes or gives to others.
// - A leader whose connection is lost stops at once. The server ends the session of a machine that is gone after six seconds (TCP keep-alive),
//   and that of a paused process after eight (idle_session_timeout); the others look every two seconds.
// - A paused process does not know that it was replaced. Every election increments the term: what must not happen twice checks it
//   (`claimJobs`).

const LOCK = 7_305_812 // advisory lock id, arbitrary; the second key is that of the parts
const CONNECT_MS = 2000
const ANSWER_MS = 2000

export type LeaderTiming = { lookMs: number; heartbeatMs: number; idleMs: number }
export const leaderTiming: LeaderTiming = { lookMs: 2000, heartbeatMs: 2000, idleMs: 8000 }

export type Leader = {
  /** The number of the current tenure; null: another process leads. */
  term(): number | null
  /** Ends when another process may lead. */
  stop(): Promise<void>
}

type Options = {
  database: Database
  sql: Sql
  parts: string // processes with other parts have a leader of their own
  nodeId: string
  onElected(term: number): void
  onLost(reason: string): void
  timing?: Partial<LeaderTiming>
}

export function standForLeader({ database, sql, parts, nodeId, onElected, onLost, timing }: Options): Leader {
  const { lookMs, heartbeatMs, idleMs } = { ...leaderTiming, ...timing }
  let held: { connection: Connection; term: number } | null = null
  let isStopped = false

  // A look costs no connection: only a process that finds the lock free opens one.
  async function look(): Promise<void> {
    if (await isLocked(sql, parts)) return
    const connection = await Connection.open({
      database,
      limits: { statementMs: ANSWER_MS, lockMs: ANSWER_MS, idleInTransactionMs: ANSWER_MS },
      connectMs: CONNECT_MS,
      answerMs: ANSWER_MS,
    })
    try {
      await connection.run(
        `set idle_session_timeout = ${idleMs}; set tcp_keepalives_idle = 3; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 3`,
      )
      const { rows } = await connection.run('select pg_try_advisory_lock($1, hashtext($2)) as locked', [String(LOCK), parts])
      if (!(rows[0] as { locked: boolean }).locked || isStopped) return void (await connection.close())
      const elected = await connection.run(
        `insert into leadership (parts, term, node_id, since) values ($1, 1, $2, now())
         on conflict (parts) do update set term = leadership.term + 1, node_id = excluded.node_id, since = excluded.since
         returning term::int as term`,
        [parts, nodeId],
      )
      const { term } = elected.rows[0] as { term: number }
      if (connection.lost) throw connection.lost
      held = { connection, term }
      connection.onLost = () => resign(connection.lost!.message)
      onElected(term)
    } catch (error) {
      connection.destroy()
      throw error
    }
  }

  function resign(reason: string): void {
    if (held === null) return
    held.connection.destroy()
    held = null
    onLost(reason)
  }

  async function turn(): Promise<void> {
    try {
      if (held === null) await look()
      else await held.connection.run('select 1')
    } catch (error) {
      resign((error as Error).message)
    }
  }
  const loop = startLoop({ run: turn, everyMs: () => (held === null ? lookMs : heartbeatMs) })

  return {
    term: () => held?.term ?? null,
    async stop() {
      isStopped = true
      await loop.stop()
      if (held === null) return
      const { connection } = held
      held = null
      connection.onLost = null
      await connection.close().catch(() => {})
    },
  }
}

const isLocked = async (sql: AnySql, parts: string): Promise<boolean> =>
  (
    await sql`
      select 1 from pg_locks where locktype = 'advisory' and objsubid = 2 and classid::bigint = ${LOCK}
        and objid::bigint = (hashtext(${parts})::bigint & 4294967295) and granted
        and database = (select oid from pg_database where datname = current_database())`
  ).length > 0

/** True once in an hour, for the leader of this term: the hourly jobs are its to run. A takeover does not repeat them. */
export async function claimJobs(sql: AnySql, parts: string, term: number, everyMs: number): Promise<boolean> {
  const { count } = await sql`
    update leadership set jobs_at = now()
    where parts = ${parts} and term = ${term} and (jobs_at is null or jobs_at <= now() - make_interval(secs => ${everyMs / 1000}))`
  return count === 1
}
