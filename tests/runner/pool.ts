import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Counts, type FromShard, noCounts } from './messages.ts'
import type { TestFile } from './plan.ts'

export type Result = { path: string; seconds: number; cpuSeconds: number; counts: Counts; hasFailed: boolean; failures: string }
export type PoolOptions = {
  folder: string
  env: Record<string, string>
  atOnce: number
  write(text: string): void
  patience?: number // ms for one file
  ending?: number // ms for a process that has no more files
}

const PATIENCE = 630_000
const ENDING = 30_000

/** Runs the files, the longest first: shared ones in as many processes as run at once, the others in one process each. */
export async function runFiles(files: TestFile[], options: PoolOptions): Promise<{ results: Result[]; complaints: string[] }> {
  const results: Result[] = []
  const complaints: string[] = []
  const waiting = files.filter(({ kind }) => kind !== 'timed')
  const browsers = Math.ceil(options.atOnce / 2)

  // Half of the places begin with the files that need a browser: as few browsers as possible are started.
  const take = (place: number): TestFile | undefined => {
    const isWanted = ({ kind }: TestFile) => (kind === 'browser') === place < browsers
    const at = waiting.findIndex(isWanted)
    return waiting.splice(Math.max(at, 0), 1)[0]
  }
  const place = async (number: number) => {
    let shared: Shard | undefined
    for (let file = take(number); file; file = take(number)) {
      const isApart = file.kind === 'apart'
      const shard: Shard = isApart || shared === undefined || shared.isOver() ? startShard(options) : shared
      if (!isApart) shared = shard
      results.push(await shard.run(file.path))
      if (isApart) complaints.push(...(await shard.end()))
    }
    if (shared) complaints.push(...(await shared.end()))
  }
  await Promise.all(Array.from({ length: options.atOnce }, (_, number) => place(number)))
  for (const { path } of files.filter(({ kind }) => kind === 'timed')) {
    const shard = startShard(options)
    results.push(await shard.run(path))
    complaints.push(...(await shard.end()))
  }
  return { results, complaints }
}

type Shard = { run(path: string): Promise<Result>; isOver(): boolean; end(): Promise<string[]> }

const running = new Set<ChildProcess>()
export const stopAll = () => running.forEach((child) => void child.kill('SIGTERM'))

function startShard({ folder, env, write, patience = PATIENCE, ending = ENDING }: PoolOptions): Shard {
  const flags = [`--test-reporter=${join(import.meta.dirname, 'reporter.ts')}`, '--test-reporter-destination=stdout']
  const child = spawn(process.execPath, [...flags, join(import.meta.dirname, 'shard.ts'), folder], {
    cwd: folder,
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  running.add(child)
  let output = ''
  child.stdout!.setEncoding('utf8').on('data', (part) => (output += part))
  child.stderr!.setEncoding('utf8').on('data', (part) => (output += part))
  const complaints: string[] = []
  let [last, hasFailed] = ['', false]
  let onDone = (_: Extract<FromShard, { type: 'done' }>) => {}
  child.on('message', (message: FromShard) => {
    if (message.type === 'done') onDone(message)
    else complaints.push(message.text)
  })
  const closed = once(child, 'close').then(([code, signal]) => {
    running.delete(child)
    return signal ?? `exit code ${code}`
  })
  const isOver = () => child.exitCode !== null || child.signalCode !== null

  return {
    isOver,
    async run(path) {
      last = path
      const startedAt = performance.now()
      const done = new Promise<Extract<FromShard, { type: 'done' }>>((resolve) => (onDone = resolve))
      child.send({ file: path }, () => {}) // a process that is gone shows by its end
      let isLate = false
      const deadline = setTimeout(() => {
        isLate = true
        child.kill('SIGKILL')
      }, patience)
      const outcome = await Promise.race([done, closed])
      clearTimeout(deadline)
      const seconds = (performance.now() - startedAt) / 1000
      const printed = output
      output = ''
      if (typeof outcome === 'string') {
        const reason = isLate ? `it did not end within ${patience / 1000} s` : `its process ended with ${outcome} before it had ended`
        const failures = `✖ ${path}: ${reason}\n`
        write(printed + failures)
        return { path, seconds, cpuSeconds: 0, counts: { ...noCounts(), fail: 1 }, hasFailed: true, failures: printed + failures }
      }
      const { text, failures, counts, cpuSeconds } = outcome
      write(printed + text + failures)
      const isEmpty = counts.tests === 0 && !outcome.hasFailed
      if (isEmpty) counts.fail++
      hasFailed ||= outcome.hasFailed || isEmpty
      const told = isEmpty ? `✖ ${path}: it has no tests\n` : failures
      if (isEmpty) write(told)
      return { path, seconds, cpuSeconds, counts, hasFailed: outcome.hasFailed || isEmpty, failures: told }
    },
    /** Told to end, it ends by itself: what a file left open would keep it. */
    async end() {
      if (isOver()) return complaints
      child.send({ endWithin: ending }, () => {})
      const impatience = setTimeout(() => child.kill('SIGKILL'), ending + ENDING)
      const outcome = await closed
      clearTimeout(impatience)
      if (outcome !== 'exit code 0' && !hasFailed && complaints.length === 0)
        complaints.push(`a process ended with ${outcome}, although its tests passed`)
      return complaints.map((text) => `✖ ${text} (last file: ${last})\n${output}`)
    },
  }
}
