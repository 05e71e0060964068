import type { Logger } from 'pino'
import type { HttpServer } from '#http/server.ts'
import { migrate } from '#store/migrate.ts'
import type { Seeded } from '#store/seed.ts'
import type { PartName } from './addresses.ts'
import { assemble } from './app.ts'
import type { Config } from './config.ts'
import { limitHeapGrowth } from './memory.ts'
import type { Metrics, MetricsSources } from './metrics.ts'
import { openStore, type Store, seedIfEmpty } from './store.ts'

export type Running = {
  port: number
  seeded: Seeded | null
  store: Store
  http: HttpServer
  stop(): Promise<void>
  onLost(listener: (reason: string) => void): void
}

// Starts everything in order and stops it in reverse order, also when the start fails half-way.
export async function serve(config: Config, log: Logger, alone: PartName | null = null): Promise<Running> {
  limitHeapGrowth()
  const store = await openStore(config, log, config.databaseWait)
  try {
    await migrate(store.sql)
    const seeded = alone === 'worker' ? null : await seedIfEmpty(config, store.sql, () => new Date())
    const { http, worker, close } = await assemble(config, store.sql, log, { alone })
    try {
      const port = await http.listen(config.port, config.host)
      const metrics = await openMetrics(config, { sql: store.sql, log, isBreakerOpen: () => worker?.isOpen() ?? false })
      return {
        port,
        seeded,
        store,
        http,
        onLost: store.onLost,
        async stop() {
          await metrics?.close()
          await close()
          await store.close()
        },
      }
    } catch (error) {
      await close()
      throw error
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

async function openMetrics(config: Config, sources: MetricsSources): Promise<Metrics | null> {
  if (config.metricsPort === null) return null
  const { startMetrics } = await import('./metrics.ts')
  return startMetrics(config, sources)
}
