import { hostname } from 'node:os'
import type { Logger } from 'pino'
import { startLoop } from '#async/loop.ts'
import { type NodeRow, refreshNode, removeNode } from '#database/node.ts'
import type { Sql } from '#database/sql.ts'

const REFRESH_MS = 5000

type Options = {
  sql: Sql
  log: Logger
  node: Pick<NodeRow, 'id' | 'worker' | 'version' | 'parts'>
  lagMs(): number
  isLeader(): boolean
}

/** Keeps the row of this process in the table `node` current. */
export function registerNode({ sql, log, node, lagMs, isLeader }: Options): { refresh(): void; stop(): Promise<void> } {
  const fixed = { ...node, host: hostname(), pid: process.pid, startedAt: new Date(Date.now() - performance.now()) }
  const loop = startLoop({
    run: () => refreshNode(sql, { ...fixed, feedLagMs: Math.round(lagMs()), isLeader: isLeader() }),
    everyMs: REFRESH_MS,
    isRef: false,
    onFailing: (error) => log.warn({ err: error }, 'the row of this process could not be refreshed; retrying'),
  })
  return {
    refresh: () => void loop.wake(),
    async stop() {
      await loop.stop()
      await removeNode(sql, node.id).catch(() => {}) // the hourly job removes it
    },
  }
}
