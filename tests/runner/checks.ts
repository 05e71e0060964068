import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './plan.ts'
import { cpuOf } from './processes.ts'

// Lint, types, unused code and the sizes of the web apps; they run while the tests run.

const cache = join(root, '.cache', 'checks')
const tool = (name: string) => join(root, 'node_modules', '.bin', name)
const types = (project: string) => {
  const state = join(cache, `${project}.tsbuildinfo`) // so that the next run checks what has changed
  return [tool('tsc'), '-p', project, '--incremental', '--tsBuildInfoFile', state]
}
const checks: [string, string[]][] = [
  ['lint and format', [tool('biome'), 'check', '--error-on-warnings']],
  ['types', types('tsconfig.json')],
  ['types of the client', types('tsconfig.web.json')],
  ['unused code', [tool('knip'), '--cache', '--cache-location', join(cache, 'knip')]],
  ['sizes of the web apps', [join(import.meta.dirname, 'web-size.ts')]],
]

export type CheckResult = { what: string; seconds: number; cpuSeconds: number; hasFailed: boolean; output: string }

const MEASURE_MS = 200

/** Sequential, to leave most of the CPU to the tests. Each result is printed when its check ends. */
export async function runChecks(write: (text: string) => void): Promise<CheckResult[]> {
  mkdirSync(cache, { recursive: true })
  const results: CheckResult[] = []
  for (const [what, args] of checks) {
    const result = await runCheck(what, args)
    write(
      `\n— ${what} ${result.hasFailed ? '✖' : '✔'} (${result.seconds.toFixed(1)} s, ${result.cpuSeconds.toFixed(1)} CPU s)\n${result.output}`,
    )
    results.push(result)
  }
  return results
}

function runCheck(what: string, args: string[]): Promise<CheckResult> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    let cpuSeconds = 0 // while it runs: afterwards it is part of the time of this process, together with that of all others
    const timer = setInterval(() => (cpuSeconds = Math.max(cpuSeconds, cpuOf(child.pid))), MEASURE_MS)
    child.stdout.setEncoding('utf8').on('data', (part) => (output += part))
    child.stderr.setEncoding('utf8').on('data', (part) => (output += part))
    child.on('error', (error) => (output += error.message))
    child.on('close', (code) => {
      clearInterval(timer)
      resolve({ what, seconds: (performance.now() - startedAt) / 1000, cpuSeconds, hasFailed: code !== 0, output })
    })
  })
}
