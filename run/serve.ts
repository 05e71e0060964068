import type { Logger } from 'pino'
import type { Sql } from '#database/sql.ts'
import type { Seeded } from '#demo/seed.ts'
import type { PartName } from './config/addresses.ts'
import type { Config } from './config/config.ts'
import { limitHeapGrowth } from './memory.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Observed } from './metrics/observed.ts'
import { migrateSafely } from './migrate.ts'
import { startServing } from './serving.ts'
import { openStore, type Store, seedIfEmpty } from './store.ts'
import type { Tracing } from './tracing/tracing.ts'

export type Running = {
  port: number
  seeded: Seeded | null
  store: Store
  stop(): Promise<void>
  onLost(listener: (reason: string) => void): void
  /** Replaces the workers one after another; absent in a single process. */
  restart?(): Promise<void>
}

// Starts everything in order and stops it in reverse order, also when the start fails half-way.
export async function serve(config: Config, log: Logger, alone: PartName | null = null, tracing: Tracing | null = null): Promise<Running> {
  limitHeapGrowth()
  const store = await openStore(config, log, config.databaseWait, { trace: tracing?.statements })
  try {
    await migrateSafely(config, store, log)
    const seeded = alone === 'worker' ? null : await seedIfEmpty(config, store.sql, () => new Date())
    const serving = await startServing(config, store, log, { alone, tracing })
    try {
      const metrics = await openMetrics(config, store.sql, log, serving.observed)
      return {
        port: serving.port,
        seeded,
        store,
        onLost: store.onLost,
        async stop() {
          await serving.stop()
          await metrics?.close() // until then they show that the process is draining
          await store.close()
          await tracing?.close()
        },
      }
    } catch (error) {
      await serving.stop({ pauseMs: 0 })
      throw error
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

async function openMetrics(config: Config, sql: Sql, log: Logger, observed: Observed): Promise<Metrics | null> {
  if (config.metricsPort === null) return null
  const [{ startMetrics }, { createSnapshot }] = await Promise.all([import('./metrics/metrics.ts'), import('./metrics/process.ts')])
  const snapshot = createSnapshot(observed)
  return startMetrics(config, { sql, log, listSnapshots: async () => [await snapshot()] })
}
