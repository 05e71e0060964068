import type { ChildProcess } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { serverAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { database, prepareCluster, refuseForeignFolder, user } from './cluster.ts'
import { clearLeftovers, removeSocketFolder } from './leftover.ts'
import { takeLock } from './lock.ts'
import { openLog } from './log.ts'
import { launchServer, port } from './server.ts'

export type EmbeddedPostgres = {
  /** The folder of the Unix socket. */
  host: string
  port: number
  user: string
  database: string
  /** A server left behind by a killed process was found running and was replaced. */
  adopted: boolean
  stop(): Promise<void>
  /** The listener is called once when the database exits unexpectedly. */
  onExit(listener: (reason: string) => void): void
}

export type EmbeddedOptions = { settings?: Record<string, string>; log?: (line: string) => void; isReadOnly?: boolean }

/** Starts the bundled PostgreSQL; all its data is in the folder. */
export async function startEmbedded(folder: string, options: EmbeddedOptions = {}): Promise<EmbeddedPostgres> {
  refuseForeignFolder(folder)
  const home = realpathSync(folder)
  const lock = await takeLock(home)
  const log = openLog(join(home, 'server.log'))
  const release = () => {
    removeSocketFolder(home)
    log.close()
    lock.release()
  }
  try {
    const account = serverAccount(join(home, 'data'))
    const binaries = findBinaries(home, account, { isReadOnly: options.isReadOnly ?? false })
    const adopted = await clearLeftovers(home)
    if (adopted) options.log?.(`took over the database in ${home} from a process that was killed`)
    await prepareCluster(home, binaries, account)
    const server = await launchServer(home, binaries, account, log, options.settings ?? {})
    return { host: server.socketFolder, port, user, database, adopted, ...watch(server.process, release) }
  } catch (error) {
    release()
    throw error
  }
}

function watch(server: ChildProcess, release: () => void): Pick<EmbeddedPostgres, 'stop' | 'onExit'> {
  const listeners: ((reason: string) => void)[] = []
  let stopping: Promise<void> | undefined
  let reason: string | undefined
  const gone = new Promise<void>((resolve) => {
    server.once('exit', (code, signal) => {
      release()
      resolve()
      if (stopping) return
      reason = `PostgreSQL exited unexpectedly (${signal ?? `exit code ${code}`}); see its server.log`
      for (const listener of listeners) listener(reason)
    })
  })
  server.unref() // a program that does not stop the database can still exit; the watchdog stops it then
  const end = async () => {
    if (reason !== undefined) return
    server.ref()
    server.kill('SIGINT')
    const timeout = setTimeout(() => server.kill('SIGQUIT'), 10_000)
    await gone
    clearTimeout(timeout)
  }
  return {
    stop: () => {
      stopping ??= end()
      return stopping
    },
    onExit: (listener) => {
      if (reason === undefined) listeners.push(listener)
      else listener(reason)
    },
  }
}
