import { existsSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { serverAccount } from './account.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { database, prepareCluster, refuseForeignFolder, user } from './cluster.ts'
import { finishSwap } from './data-version.ts'
import { clearLeftovers, removeSocketFolder } from './leftover.ts'
import { type Lock, takeLock } from './lock.ts'
import { openLog } from './log.ts'
import { launchServer, makeSocketFolder, port } from './server.ts'
import { supervise } from './supervise.ts'

export type EmbeddedPostgres = {
  /** The folder of the Unix socket. */
  host: string
  port: number
  user: string
  database: string
  /** A server left behind by a killed process was found running and was replaced. */
  adopted: boolean
  /** isSilent: it does not answer, so it gets less time. */
  stop(options?: { isSilent?: boolean }): Promise<void>
  /** The listener is called once when the database has exited and could not be restarted. */
  onExit(listener: (reason: string) => void): void
}

export type EmbeddedOptions = {
  settings?: Record<string, string>
  log?: (line: string) => void
  isReadOnly?: boolean
  /** How long a server that exits by itself is restarted before its exit is reported. */
  restartMs?: number
  /** Another PostgreSQL than the bundled one. */
  binaries?: Binaries
  /** The lock of the folder, if the caller has it already; it stays with the caller. */
  lock?: Lock
}

/** Starts the bundled PostgreSQL; all its data is in the folder. When it exits by itself, it is restarted at the same address. */
export async function startEmbedded(folder: string, options: EmbeddedOptions = {}): Promise<EmbeddedPostgres> {
  refuseForeignFolder(folder)
  const home = realpathSync(folder)
  const lock = options.lock ?? (await takeLock(home))
  const log = openLog(join(home, 'server.log'))
  const release = () => {
    removeSocketFolder(home)
    log.close()
    if (!options.lock) lock.release()
  }
  try {
    finishSwap(home)
    const account = serverAccount(join(home, 'data'))
    const binaries = options.binaries ?? findBinaries(home, account, { isReadOnly: options.isReadOnly ?? false })
    const adopted = await clearLeftovers(home)
    if (adopted) options.log?.(`took over the database in ${home} from a process that was killed`)
    removeSocketFolder(home)
    await prepareCluster(home, binaries, account)
    const socketFolder = makeSocketFolder(home, account)
    const launch = { folder: home, socketFolder, binaries, account, log, settings: options.settings ?? {} }
    const server = await launchServer(launch)
    return { host: socketFolder, port, user, database, adopted, ...supervise(server, launch, { ...options, release }) }
  } catch (error) {
    release()
    throw error
  }
}

/** Removes a folder of a process that was killed; does nothing while its database is in use, or is just being made. */
export async function removeAbandoned(folder: string): Promise<void> {
  if (!existsSync(join(folder, 'lock'))) return
  const home = realpathSync(folder)
  const lock = await takeLock(home).catch(() => null)
  if (lock === null) return
  await clearLeftovers(home)
  removeSocketFolder(home)
  rmSync(home, { recursive: true, force: true })
  lock.release()
}
