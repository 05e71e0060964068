import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Command, UsageError } from '#cli/usage.ts'

const main = join(import.meta.dirname, '..', '..', '..', 'cli', 'main.ts')

/** Runs a command in a child process, in the data directory, as an operator would. */
export function runAlone(folder: string, args: readonly string[], env: Record<string, string> = {}, timeout = 300_000) {
  const settings = { ...process.env, NODE_ENV: 'development', NODE_TEST_CONTEXT: undefined, DATA_DIR: folder, ...env }
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    maxBuffer: 2 ** 24, // the OpenAPI document has more than a megabyte
    env: settings,
    cwd: folder,
    encoding: 'utf8',
    timeout,
  })
  return { status, stdout, stderr }
}

/** Runs a command in this process, with the exit codes of main.ts. */
export async function runHere(command: Command, args: string[]) {
  const [stdout, stderr]: [string[], string[]] = [[], []]
  const { log, error } = console
  console.log = (line: string) => void stdout.push(`${line}\n`)
  console.error = (line: string) => void stderr.push(`${line}\n`)
  let status: number
  try {
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options: command.options })
    status = await command.run(positionals, values)
  } catch (fault) {
    console.error((fault as Error).message)
    status = fault instanceof UsageError ? 2 : 1
  } finally {
    Object.assign(console, { log, error })
  }
  return { status, stdout: stdout.join(''), stderr: stderr.join('') }
}
