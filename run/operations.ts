import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { OperationSources } from '#api/console/operations-data.ts'
import { createRefusedCallers, type RefusedCallers } from '#http/refused-callers.ts'
import type { Config } from './config.ts'
import { version } from './parts.ts'

const startedAt = new Date(Date.now() - process.uptime() * 1000)

/** What the page Operations shows of this process and its configuration. */
export function createOperations({ filesUrl, dataDir, databaseUrl, variables }: Config): OperationSources & { refused: RefusedCallers } {
  const refused = createRefusedCallers()
  return {
    refused,
    configuration: variables,
    isEmbedded: databaseUrl === null,
    process: () => ({ host: hostname(), pid: process.pid, version, startedAt, memoryBytes: process.memoryUsage.rss() }),
    refusedCallers: refused.list,
    storage: filesUrl === null ? 'disk' : 's3',
    async freeBytes() {
      if (filesUrl !== null) return null
      const { bavail, bsize } = await statfs(join(dataDir, 'files'))
      return bavail * bsize
    },
  }
}
