import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

// The processes of the rig, by name. All of them are in one PID namespace, which ends with its first process: none can be left behind.

type Start = { command: string; args: string[]; env?: Record<string, string>; machine?: string; user?: string; ipc?: boolean }
export type Running = { name: string; child: ChildProcess; log: string }

const all = new Map<string, Running>()

/** `machine`: the network namespace it runs in; otherwise that of the rig itself. */
export function start(folder: string, name: string, { command, args, env, machine, user, ipc }: Start): Running {
  const log = join(folder, 'logs', `${name}.log`)
  const output = openSync(log, 'a')
  const line = [...(machine ? ['ip', 'netns', 'exec', machine] : []), ...(user ? asUser(user) : []), command, ...args]
  const child = spawn(line[0]!, line.slice(1), {
    cwd: folder,
    env: { ...environment(), ...env },
    stdio: ipc ? ['ignore', output, output, 'ipc'] : ['ignore', output, output],
  })
  child.on('error', () => {}) // reported by whoever waits for it
  const running = { name, child, log }
  all.set(name, running)
  return running
}

const asUser = (user: string): string[] => ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups']

// Nothing of the caller's configuration: a DATABASE_URL in the environment must not reach the rig.
const environment = (): Record<string, string> => ({
  PATH: process.env.PATH ?? '/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/nonexistent',
  LANG: 'C.UTF-8',
})

export const isRunning = (name: string): boolean => {
  const child = all.get(name)?.child
  return child !== undefined && child.exitCode === null && child.signalCode === null
}

export async function stop(name: string, signal: NodeJS.Signals): Promise<number | null> {
  const { child } = all.get(name)!
  if (!isRunning(name)) return child.exitCode
  const ended = once(child, 'exit')
  child.kill(signal)
  const [code] = await ended
  return code
}

export const lastLines = (name: string, count = 15): string =>
  readFileSync(all.get(name)!.log, 'utf8').trimEnd().split('\n').slice(-count).join('\n')

export function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal)
    } catch {
      // ended meanwhile
    }
}

/** Waits for a fact, and says which one when it does not come true. */
export async function until(fact: string, seconds: number, isTrue: () => Promise<boolean> | boolean, pauseMs = 100): Promise<void> {
  const deadline = performance.now() + seconds * 1000
  for (;;) {
    if (await Promise.resolve(isTrue()).catch(() => false)) return
    if (performance.now() > deadline) throw new Error(`not within ${seconds} s: ${fact}`)
    await sleep(pauseMs)
  }
}
