import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#tests/support/free-port.ts'
import { debianProgram } from './debian-program.ts'

export type TestRedis = {
  url: string
  /** Starts again on the same port; everything stored is gone. */
  start(): Promise<void>
  kill(): Promise<void>
  signal(name: 'SIGSTOP' | 'SIGCONT'): void
  /** Runs redis-cli. */
  ask(...command: string[]): string
  close(): Promise<void>
}

export async function startRedis({ password = '' } = {}): Promise<TestRedis> {
  const program = await debianProgram('redis-server')
  const client = await debianProgram('redis-cli', 'redis-tools')
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'projectory-redis-'))
  let child: ChildProcess
  const start = async () => {
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder]
    child = spawn(program, [...settings, ...(password ? ['--requirepass', password] : [])], { stdio: ['ignore', 'pipe', 'pipe'] })
    for await (const part of child.stdout!) if (String(part).includes('Ready to accept connections')) return
    throw new Error('redis-server did not start')
  }
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  await start()
  return {
    url: `redis://${password ? `:${encodeURIComponent(password)}@` : ''}127.0.0.1:${port}`,
    start,
    kill,
    signal: (name) => void child.kill(name),
    ask: (...command) =>
      execFileSync(client, ['-p', String(port), ...(password ? ['--no-auth-warning', '-a', password] : []), ...command], {
        encoding: 'utf8',
      }).trim(),
    async close() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
