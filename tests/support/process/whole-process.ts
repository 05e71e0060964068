import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '#tests/support/free-port.ts'

const root = join(import.meta.dirname, '..', '..', '..')

export type WholeProcess = {
  child: ChildProcess
  origin: string
  output: () => string
  kill(signal: NodeJS.Signals): Promise<number | null>
}

// Starts the service in a child process with its own embedded database, as an operator would.
export async function startProcess(dataDir: string, env: Record<string, string> = {}, folder = root): Promise<WholeProcess> {
  const port = await freePort()
  const child = spawn(process.execPath, [join(folder, 'cli/main.ts'), 'serve'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'development', NODE_TEST_CONTEXT: undefined, DATA_DIR: dataDir, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout!.on('data', (part) => (output += part))
  child.stderr!.on('data', (part) => (output += part))
  const ended = once(child, 'exit')
  const closed = once(child, 'close')
  const origin = `http://127.0.0.1:${port}`
  const deadline = performance.now() + 180_000
  while (
    !(await fetch(`${origin}/readyz`, { headers: { connection: 'close' } }).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    const isOver = child.exitCode !== null || child.signalCode !== null
    if (isOver) await closed // wait for the rest of its output
    if (isOver || performance.now() > deadline) {
      child.kill('SIGKILL') // otherwise the test process could not exit
      throw new Error(`the service did not get ready:\n${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    child,
    origin,
    output: () => output,
    async kill(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      const [code] = await ended
      return code
    },
  }
}
