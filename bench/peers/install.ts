import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Peer, PeerDatabase } from './peer.ts'
import { pidsOf } from './process-tree.ts'

const START_MS = 300_000

export type RunningPeer = { pid: number; port: number; stop(): Promise<void> }

// Their packages run with the Node that runs this, also those that start `node` themselves.
const withNode = (env: Record<string, string>) => ({ ...process.env, ...env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` })

/** Installs the packages of a program into its folder, without running their scripts. */
export function install({ name, packages, without = [] }: Peer, folder: string): void {
  mkdirSync(join(folder, 'empty'), { recursive: true })
  writeFileSync(join(folder, 'empty', 'package.json'), JSON.stringify({ name: 'empty', version: '1.0.0', main: 'index.js' }))
  writeFileSync(join(folder, 'empty', 'index.js'), 'module.exports = {}\n')
  const overrides = Object.fromEntries(without.map((one) => [one, 'file:./empty']))
  const description = { name: 'peer', version: '1.0.0', private: true, dependencies: packages, overrides }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(description))
  console.log(`installing ${name}`)
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps', '--loglevel=error']
  const { status, stderr } = spawnSync('npm', ['install', ...options], { cwd: folder, env: withNode({}), encoding: 'utf8' })
  if (status !== 0) throw new Error(`${name} could not be installed:\n${stderr}`)
}

export async function startPeer(peer: Peer, folder: string, database: PeerDatabase, port: number): Promise<RunningPeer> {
  const { args, env, before } = peer.write(folder, database, port)
  if (before) {
    const { status, stdout, stderr } = spawnSync(process.execPath, before, { cwd: folder, env: withNode(env), encoding: 'utf8' })
    if (status !== 0) throw new Error(`${peer.name} could not be prepared:\n${stdout}\n${stderr}`)
  }
  const child = spawn(process.execPath, args, { cwd: folder, env: withNode(env), stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output = `${output}${part}`.slice(-4000)))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    const pids = pidsOf(child.pid!)
    child.kill()
    await Promise.race([ended, sleep(5000)])
    for (const pid of pids) kill(pid)
  }
  const origin = `http://127.0.0.1:${port}`
  for (const until = Date.now() + START_MS; ; await sleep(250)) {
    if (child.exitCode !== null) throw new Error(`${peer.name} ended:\n${output}`)
    if (await answers(`${origin}${peer.readyPath}`)) return { pid: child.pid!, port, stop }
    if (Date.now() < until) continue
    await stop()
    throw new Error(`${peer.name} does not answer ${peer.readyPath}:\n${output}`)
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(5000) })).ok
  } catch {
    return false
  }
}
