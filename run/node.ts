import { hostname } from 'node:os'
import type { Logger } from 'pino'
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
  let isFailing = false
  let turn: Promise<void> = Promise.resolve()
  let isWaiting = false // one refresh at a time, and one after it
  const refresh = (): void => {
    if (isWaiting) return
    isWaiting = true
    turn = turn.then(async () => {
      isWaiting = false
      try {
        await refreshNode(sql, { ...fixed, feedLagMs: Math.round(lagMs()), isLeader: isLeader() })
        isFailing = false
      } catch (error) {
        if (!isFailing) log.warn({ err: error }, 'the row of this process could not be refreshed; retrying')
        isFailing = true
      }
    })
  }
  const timer = setInterval(refresh, REFRESH_MS).unref()
  refresh()
  return {
    refresh,
    async stop() {
      clearInterval(timer)
      await turn
      await removeNode(sql, node.id).catch(() => {}) // the hourly job removes it
    },
  }
}
