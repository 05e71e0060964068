import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

export type WholeProcess = {
  child: ChildProcess
  origin: string
  output: () => string
  kill(signal: NodeJS.Signals): Promise<number | null>
}

export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

// The service as an operator starts it: a process of its own, with its own embedded database.
export async function startProcess(dataDir: string, env: Record<string, string> = {}): Promise<WholeProcess> {
  const port = await freePort()
  const child = spawn(process.execPath, [join(root, 'cli/main.ts'), 'serve'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'development', NODE_TEST_CONTEXT: undefined, DATA_DIR: dataDir, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout!.on('data', (part) => (output += part))
  child.stderr!.on('data', (part) => (output += part))
  const ended = once(child, 'exit')
  const origin = `http://127.0.0.1:${port}`
  const deadline = performance.now() + 60_000
  while (
    !(await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error(`the service did not get ready:\n${output}`)
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
