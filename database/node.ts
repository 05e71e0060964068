import type { AnySql } from './sql.ts'

// The processes that serve this database.

export type NodeRow = {
  id: string
  host: string
  pid: number
  worker: number // 0: without other processes beside it
  version: string
  parts: string // all, or the part it serves alone
  startedAt: Date
  feedLagMs: number // since the last answer of the change feed
  isLeader: boolean
}

/** Inserts the row again when it is missing: an unlogged table is empty after a crash of the server. */
export async function refreshNode(sql: AnySql, node: NodeRow): Promise<void> {
  await sql`
    insert into node (id, host, pid, worker, version, parts, started_at, seen_at, feed_lag_ms, is_leader)
    values (${node.id}, ${node.host}, ${node.pid}, ${node.worker}, ${node.version}, ${node.parts}, ${node.startedAt}, now(), ${node.feedLagMs},
      ${node.isLeader})
    on conflict (id) do update set seen_at = now(), feed_lag_ms = excluded.feed_lag_ms, is_leader = excluded.is_leader`
}

export async function removeNode(sql: AnySql, id: string): Promise<void> {
  await sql`delete from node where id = ${id}`
}
