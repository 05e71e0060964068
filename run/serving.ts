import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Drain } from '#http/server.ts'
import { assemble } from './app.ts'
import { startBackups } from './backup/schedule.ts'
import type { PartName } from './config/addresses.ts'
import type { Config } from './config/config.ts'
import { withSettingsFile } from './config/variables.ts'
import type { SharedIdp } from './dev/provider.ts'
import { type Leading, startLeading } from './duties/leading.ts'
import type { Observed } from './metrics/observed.ts'
import { registerNode } from './node.ts'
import { version } from './parts.ts'
import type { Store } from './store.ts'
import type { Tracing } from './tracing/tracing.ts'
import type { Peers } from './workers/peers.ts'

export type Serving = {
  port: number
  observed: Observed // for the metrics
  /** The connections of the store stay open. */
  stop(how?: Drain): Promise<void>
}

type Database = Pick<Store, 'sql' | 'database'>
type Options = { alone: PartName | null; worker?: number; peers?: Peers; idp?: SharedIdp; tracing?: Tracing | null }

/** Serves calls in this process, registers it in the database, and stands for leader: the only process of a machine, or one of its workers. */
export async function startServing(
  config: Config,
  { sql, database }: Database,
  log: Logger,
  { alone, worker = 1, peers, idp, tracing }: Options,
): Promise<Serving> {
  // One worker of a machine sends emails, so that their number at a time is that of the machine.
  const options = { alone, peers, idp, tracing, database, workers: peers ? config.workers : 1, sendsMail: worker === 1, isElected: true }
  const { app, http, worker: mail, observed, duties, lagMs, close } = await assemble(config, sql, log, options)
  let leading: Leading | undefined
  const parts = alone ?? 'all'
  const nodeId = randomUUID()
  try {
    const port = await http.listen(config.port, config.host)
    const isLeader = () => leading?.isLeader() ?? false
    const node = registerNode({ sql, log, node: { id: nodeId, worker, version, parts }, lagMs, isLeader })
    leading = startLeading({ database, sql, parts, nodeId, log, duties, onChange: node.refresh })
    const backups = worker === 1 ? openBackups(config, { sql, database }, log, alone, () => app.settings.timeZone) : null
    return {
      port,
      observed,
      async stop(how) {
        // Beside the drain: with a silent database they take seconds, in which a balancer would still send calls.
        const others = Promise.all([backups?.stop(), leading!.stop()])
        if (how?.isReplaced) await mail?.stop() // the one that replaces it sends emails already
        await close(how)
        await others
        await node.stop()
      },
    }
  } catch (error) {
    await close({ pauseMs: 0 }) // nobody was told of this process
    throw error
  }
}

// The part that stores files makes the backups: of several workers the first, because the main process must accept connections meanwhile.
function openBackups(config: Config, { sql, database }: Database, log: Logger, alone: PartName | null, timeZone: () => string) {
  const { to, at } = config.backups
  if (to !== null && at !== null && (alone === null || alone === 'api')) return startBackups({ config, sql, database, log, timeZone })
  if (to === null && config.isProduction)
    log.warn(
      withSettingsFile(
        'no backups are made: set BACKUP_TO, or use the tools of your PostgreSQL and copy the files (docs/backup.md)',
        config.settingsFile,
      ),
    )
  return null
}
