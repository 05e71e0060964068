import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { debianProgram } from './debian-program.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const program = await debianProgram('promtool', 'prometheus')

/** Runs promtool; its output is in the error when it fails. */
export function promtool(args: string[], { cwd = root, input = '' } = {}): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, input, encoding: 'utf8', timeout: 600_000 })
  if (status !== 0) throw new Error(`promtool ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
  return stdout + stderr
}
