import cluster from 'node:cluster'
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { PartName } from '#run/config/addresses.ts'
import type { Config } from '#run/config/config.ts'
import { migrateSafely } from '#run/migrate.ts'
import type { Running } from '#run/serve.ts'
import { openStore, seedIfEmpty } from '#run/store.ts'
import type { Tracing } from '#run/tracing/tracing.ts'
import { createWorkers } from './workers.ts'

// WORKERS above 1: this process opens the database, migrates it and starts workers that share the port. It serves no calls.

const PRIMARY_CONNECTIONS = 2
const STOP_MS = 40_000 // what a worker needs to drain, without DRAIN_SECONDS

export async function serveWithWorkers(
  config: Config,
  log: Logger,
  alone: PartName | null = null,
  tracing: Tracing | null = null,
): Promise<Running> {
  // The main process accepts connections and hands them out in turn: see docs/decisions/0025-workers.md.
  cluster.schedulingPolicy = cluster.SCHED_RR
  const exec = fileURLToPath(new URL('./worker-process.ts', import.meta.url))
  const workers = createWorkers({ exec, env: compileCache(), log, stopMs: STOP_MS + config.drainSeconds * 1000 })
  const closers: (() => unknown)[] = []
  // The database after its users, also when one of them fails.
  const close = async (pauseMs?: number) => {
    const failures: Error[] = []
    for (const closer of [() => workers.stop(pauseMs), ...closers, () => tracing?.close()])
      await (async () => closer())().catch((error) => failures.push(error))
    if (failures.length > 0) throw failures[0]
  }
  workers.prepare()
  try {
    const store = await openStore(config, log, config.databaseWait, { max: PRIMARY_CONNECTIONS, trace: tracing?.statements })
    closers.push(store.close)
    await migrateSafely(config, store, log)
    const seeded = await seedIfEmpty(config, store.sql, () => new Date())
    if (alone === null) await buildWeb(config, log)
    const idp = config.providers === null && alone !== 'api' ? await startIdp(config, alone, log) : undefined
    if (idp) closers.push(idp.close)
    const shared = idp && { origin: idp.origin, client: idp.client }
    const port = await workers.startFirst({ config, alone, database: store.database, idp: shared })
    if (config.metricsPort !== null) {
      const { startMetrics } = await import('#run/metrics/metrics.ts')
      const metrics = await startMetrics(config, { sql: store.sql, log, listSnapshots: workers.listSnapshots })
      closers.unshift(metrics.close) // after the workers: until then they show which of them are draining
    }
    workers.startOthers(config.workers)
    return { port, seeded, store, onLost: store.onLost, restart: workers.restart, stop: () => close() }
  } catch (error) {
    await close(0)
    throw error
  }
}

// Once, before the workers look for it.
async function buildWeb(config: Config, log: Logger): Promise<void> {
  const { ensureWebBuild, webOutDir } = await import('#run/web/build.ts')
  await ensureWebBuild({ outDir: webOutDir(config), log: (text) => log.info(text) })
}

async function startIdp(config: Config, alone: PartName | null, log: Logger) {
  const { startSharedIdp } = await import('#run/dev/shared-idp.ts')
  return startSharedIdp(config, alone, log)
}

/** The compile cache that the launcher has enabled for this process. */
function compileCache(): Record<string, string> {
  const folder = process.env.NODE_COMPILE_CACHE ?? module.getCompileCacheDir?.()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
}
