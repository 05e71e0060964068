import type { Logger } from 'pino'
import { isDiskFull } from '#database/sql.ts'
import { StorageFull, StorageUnavailable } from '#files/file-store.ts'

const QUIET_MS = 10_000

const isOfStorage = (error: unknown): boolean => error instanceof StorageFull || error instanceof StorageUnavailable || isDiskFull(error)

/**
 * Errors of calls that operators have to know: those that nothing expects, and those of the storage, of which a full disk causes one per call:
 * at most one in ten seconds.
 */
export type FaultLog = ReturnType<typeof createFaultLog>

export function createFaultLog(log: Logger, now = () => performance.now()) {
  let saidAt = Number.NEGATIVE_INFINITY
  return (id: string, error: unknown, code: string): void => {
    const isStorage = isOfStorage(error)
    if (code !== 'internal' && !isStorage) return
    if (isStorage && now() - saidAt < QUIET_MS) return
    if (isStorage) saidAt = now()
    log.error({ id, err: error }, 'call failed')
  }
}
