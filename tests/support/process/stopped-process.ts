import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after } from 'node:test'

export type StoppedProcess = {
  /** SIGKILL, as by the system when memory runs out. */
  kill(): Promise<void>
  /** Lets it go on after `stop()`; returns what it printed until its end. */
  goOn(): Promise<string[]>
}

/** Runs code in a process of its own, up to the point where it calls `stop()`, which blocks it. */
export async function runUntilStop(code: string): Promise<StoppedProcess> {
  const stop = `import { readSync } from 'node:fs'
    const stop = () => { console.log('stopped'); readSync(0, Buffer.alloc(1)) }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', `${stop}\n${code}`], {
    cwd: join(import.meta.dirname, '..', '..', '..'),
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  after(() => child.kill('SIGKILL')) // of a test that failed before
  const ended = once(child, 'exit')
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  assert.equal((await lines.next()).value, 'stopped')
  return {
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async goOn() {
      child.stdin.end('\n')
      const rest: string[] = []
      for (let next = await lines.next(); !next.done; next = await lines.next()) rest.push(next.value)
      assert.deepEqual(await ended, [0, null])
      return rest
    },
  }
}
