import type { Logger } from 'pino'
import { findLimitSecret, openLimitStore } from '#database/limit-store.ts'
import type { Database, Sql } from '#database/sql.ts'
import type { SharedLimits } from '#http/limits/rate-limits.ts'
import type { Config } from './config/config.ts'

/** The store of the rate limits that all processes of the directory share; null when each process counts by itself. */
export async function openSharedLimits(
  { limits, limitsUrl }: Pick<Config, 'limits' | 'limitsUrl'>,
  { sql, database, timeoutMs }: { sql: Sql; database: Database; timeoutMs?: number },
  log: Logger,
): Promise<SharedLimits | null> {
  if (limits === 'process') return null
  const secret = await findLimitSecret(sql)
  if (limitsUrl === null) return { store: openLimitStore(database, timeoutMs), secret, log, timeoutMs }
  const { openRedisLimitStore } = await import('#database/limit-store-redis.ts')
  const { host } = new URL(limitsUrl) // the rest of the address has a password
  let lastLoggedAt = Number.NEGATIVE_INFINITY
  const onError = (error: Error) => {
    if (performance.now() - lastLoggedAt < 60_000) return // it tries again several times a second
    lastLoggedAt = performance.now()
    log.warn({ err: error }, `no connection to ${host} (LIMITS_URL)`)
  }
  return { store: openRedisLimitStore(limitsUrl, onError, timeoutMs), secret, log, timeoutMs }
}
