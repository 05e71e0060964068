import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { OperationSources, OperationTimes } from '#api/app.ts'
import { createRefusedCallers, mergeRefused, type RefusedCaller, type RefusedCallers } from '#http/limits/refused-callers.ts'
import type { Config } from './config/config.ts'
import { version } from './parts.ts'
import type { Peers } from './workers/peers.ts'

const startedAt = new Date(Date.now() - process.uptime() * 1000)

/** What the page Operations shows of this process, its machine and its configuration. `refused` is of this process alone. */
export function createOperations(config: Config, peers?: Peers, times?: OperationTimes): OperationSources & { refused: RefusedCallers } {
  const { filesUrl, dataDir, databaseUrl, variables } = config
  const refused = createRefusedCallers()
  return {
    refused,
    times,
    configuration: variables,
    isEmbedded: databaseUrl === null,
    process: () => ({ host: hostname(), pid: process.pid, version, startedAt, memoryBytes: process.memoryUsage.rss() }),
    async refusedCallers() {
      const others = (await peers?.ask({ kind: 'refused' })) ?? []
      return mergeRefused([refused.list(), ...(others as RefusedCaller[][])])
    },
    storage: filesUrl === null ? 'disk' : 's3',
    async freeBytes() {
      if (filesUrl !== null) return null
      const { bavail, bsize } = await statfs(join(dataDir, 'files'))
      return bavail * bsize
    },
  }
}
