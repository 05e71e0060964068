import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { clearLeftovers } from './leftover.ts'
import { listServersOn, signal } from './process.ts'
import { type Launch, launchServer } from './server.ts'

const RESTART_MS = 5 * 60_000
const STABLE_MS = 60_000 // a server that ran this long did not fail at its start
const LONGEST_PAUSE_MS = 5000
const STOP_MS = 10_000
const SILENT_STOP_MS = 1000
const QUIT_MS = 6000 // PostgreSQL kills its own processes after five seconds
const SILENT_QUIT_MS = 2000

type Settings = { log?: (line: string) => void; restartMs?: number; release: () => void }

/** Watches the running server: restarts it when it exits by itself, and stops it. */
export function supervise(first: ChildProcess, launch: Launch, { log, release, restartMs = RESTART_MS }: Settings) {
  const listeners: ((reason: string) => void)[] = []
  let server: ChildProcess
  let startedAt = 0
  let failingSince = 0
  const stopping = new AbortController()
  let stopped: Promise<void> | undefined
  let restarted: Promise<void> = Promise.resolve()
  let lostBecause: string | undefined

  function watch(started: ChildProcess): void {
    server = started
    startedAt = Date.now()
    server.unref() // a program that does not stop the database can still exit; the watchdog stops it then
    if (hasExited(server)) onExit()
    else server.once('exit', onExit)
  }

  function onExit(): void {
    if (stopping.signal.aborted) return
    const { signalCode, exitCode } = server
    const reason = `PostgreSQL exited unexpectedly (${signalCode ?? `exit code ${exitCode}`}); see its server.log`
    if (failingSince === 0 || Date.now() - startedAt > STABLE_MS) failingSince = Date.now()
    restarted = restart(reason)
  }

  async function restart(reason: string): Promise<void> {
    for (let pause = 100; Date.now() - failingSince < restartMs; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
      log?.(`${reason}; restarting it`)
      try {
        await clearLeftovers(launch.folder)
        if (stopping.signal.aborted) return
        watch(await launchServer({ ...launch, onSpawn: (spawned) => (server = spawned) }))
        log?.('PostgreSQL is running again')
        return
      } catch (error) {
        if (stopping.signal.aborted) return
        reason = (error as Error).message
      }
      await sleep(pause, undefined, { ref: false, signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
    }
    lostBecause = reason
    release()
    for (const listener of listeners) listener(reason)
  }

  async function stop(isSilent: boolean): Promise<void> {
    stopping.abort()
    await end(isSilent)
    await restarted
    await end(isSilent) // one that was spawned meanwhile
    if (lostBecause === undefined) release()
  }

  async function end(isSilent: boolean): Promise<void> {
    if (hasExited(server)) return
    const [ms, quitMs] = isSilent ? [SILENT_STOP_MS, SILENT_QUIT_MS] : [STOP_MS, QUIT_MS]
    server.ref()
    const gone = once(server, 'exit')
    server.kill('SIGINT')
    const timers = [
      setTimeout(() => server.kill('SIGQUIT'), ms),
      // A server whose processes are stopped handles no other signal. Committed data is on the disk.
      setTimeout(() => {
        server.kill('SIGKILL')
        for (const pid of listServersOn(join(launch.folder, 'data'))) signal(pid, 'SIGKILL')
      }, ms + quitMs),
    ]
    await gone
    for (const timer of timers) clearTimeout(timer)
  }

  watch(first)
  return {
    stop(options: { isSilent?: boolean } = {}): Promise<void> {
      stopped ??= stop(options.isSilent ?? false)
      return stopped
    },
    onExit(listener: (reason: string) => void): void {
      if (lostBecause === undefined) listeners.push(listener)
      else listener(lostBecause)
    },
  }
}

const hasExited = ({ pid, exitCode, signalCode }: ChildProcess): boolean => pid === undefined || exitCode !== null || signalCode !== null
