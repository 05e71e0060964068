import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type LaneServer, utcDay } from './database.ts'
import { type Counts, type FromShard, noCounts, type Skipped, type ToShard } from './messages.ts'
import type { Kind, TestFile } from './plan.ts'
import { cpuOf } from './processes.ts'

export type Result = {
  path: string
  kind: Kind
  seconds: number
  cpuSeconds: number // of its process, what it started, and the database of its lane
  counts: Counts
  leftOut: number // tests of the file that are not in this run
  skipped: Skipped[]
  hasFailed: boolean
  failures: string
}
export type PoolOptions = {
  folder: string
  env: Record<string, string>
  atOnce: number
  servers?: LaneServer[] // one for each lane
  write(text: string): void
  today?: () => string
  fileTimeout?: number // ms for one file
  exitTimeout?: number // ms for a process that has no more files to exit
}

const FILE_TIMEOUT = 1_530_000 // ends what hangs; half of the processor time of a machine may go to others
const EXIT_TIMEOUT = 30_000

/** Runs the files, longest first: shared ones in `atOnce` processes, the others in one process each. */
export async function runFiles(files: TestFile[], options: PoolOptions): Promise<{ results: Result[]; problems: string[] }> {
  const results: Result[] = []
  const problems: string[] = []
  const waiting = files.filter(({ kind }) => kind !== 'timed')
  const browsers = Math.ceil(options.atOnce / 2)
  const { today = utcDay } = options

  // Half of the lanes prefer files that need a browser, so that as few browsers as possible are started.
  const take = (lane: number): TestFile | undefined => {
    const isPreferred = ({ kind }: TestFile) => (kind === 'browser') === lane < browsers
    const at = waiting.findIndex(isPreferred)
    return waiting.splice(Math.max(at, 0), 1)[0]
  }
  // A file that fails while the day changes has met two days, the one of its data and the one of the clock: it runs again, on the new day.
  const runOnOneDay = async (file: TestFile, shard: Shard, lane: number): Promise<Result> => {
    await options.servers?.[lane]?.makeCurrent()
    const day = today()
    const result = await shard.run(file)
    if (!result.hasFailed || today() === day) return result
    options.write(`${file.path} ran across midnight (UTC), so it runs again\n`)
    const fresh = startShard(options, lane)
    const again = await runOnOneDay(file, fresh, lane)
    problems.push(...(await fresh.end()))
    return again
  }
  const runLane = async (number: number) => {
    let shared: Shard | undefined
    for (let file = take(number); file; file = take(number)) {
      const isApart = file.kind === 'apart'
      const shard: Shard = isApart || shared === undefined || shared.isOver() ? startShard(options, number) : shared
      if (!isApart) shared = shard
      results.push(await runOnOneDay(file, shard, number))
      if (isApart) problems.push(...(await shard.end()))
    }
    if (shared) problems.push(...(await shared.end()))
  }
  await Promise.all(Array.from({ length: options.atOnce }, (_, number) => runLane(number)))
  for (const file of files.filter(({ kind }) => kind === 'timed')) {
    const shard = startShard(options, 0)
    results.push(await runOnOneDay(file, shard, 0))
    problems.push(...(await shard.end()))
  }
  return { results, problems }
}

type Shard = { run(file: TestFile): Promise<Result>; isOver(): boolean; end(): Promise<string[]> }

let ended = 0
/** CPU seconds of the test processes that have ended, with their children: those of a browser are nobody's children after its end. */
export const cpuOfEnded = (): number => ended

const running = new Set<ChildProcess>()
export const stopAll = () => running.forEach((child) => void child.kill('SIGKILL'))

function startShard(options: PoolOptions, lane: number): Shard {
  const { folder, env, write, fileTimeout = FILE_TIMEOUT, exitTimeout = EXIT_TIMEOUT } = options
  const postgres = options.servers?.[lane]
  const flags = [`--test-reporter=${join(import.meta.dirname, 'reporter.ts')}`, '--test-reporter-destination=stdout']
  const child = spawn(process.execPath, [...flags, join(import.meta.dirname, 'shard.ts'), folder], {
    cwd: folder,
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...(postgres && { TEST_POSTGRES: JSON.stringify(postgres.server) }), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  running.add(child)
  let output = ''
  child.stdout!.setEncoding('utf8').on('data', (part) => (output += part))
  child.stderr!.setEncoding('utf8').on('data', (part) => (output += part))
  const problems: string[] = []
  let [last, hasFailed] = ['', false]
  let onDone = (_: Extract<FromShard, { type: 'done' }>) => {}
  let onPrepared = () => {}
  child.on('message', (message: FromShard) => {
    if (message.type === 'done') onDone(message)
    else if (message.type === 'prepared') onPrepared()
    else problems.push(message.text)
  })
  const closed = once(child, 'close').then(([code, signal]) => {
    running.delete(child)
    return signal ?? `exit code ${code}`
  })
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  const prepared = new Set<Kind>()
  const prepare = async (kind: Kind) => {
    prepared.add(kind)
    const ready = new Promise<void>((resolve) => (onPrepared = resolve))
    child.send({ prepare: kind } satisfies ToShard, () => {})
    await Promise.race([ready, closed])
  }

  return {
    isOver,
    async run({ path, kind, isPartial }) {
      last = path
      if (postgres && (kind === 'shared' || kind === 'browser') && !prepared.has(kind)) await prepare(kind)
      const startedAt = performance.now()
      const before = cpuOf(child.pid, postgres?.pid())
      const done = new Promise<Extract<FromShard, { type: 'done' }>>((resolve) => (onDone = resolve))
      child.send({ file: path } satisfies ToShard, () => {}) // `closed` reports a process that has exited
      let isLate = false
      const deadline = setTimeout(() => {
        isLate = true
        child.kill('SIGKILL')
      }, fileTimeout)
      const outcome = await Promise.race([done, closed])
      clearTimeout(deadline)
      const seconds = (performance.now() - startedAt) / 1000
      const printed = output
      output = ''
      if (typeof outcome === 'string') {
        const reason = isLate ? `it did not end within ${fileTimeout / 1000} s` : `its process ended with ${outcome} before it had ended`
        const failures = `✖ ${path}: ${reason}\n`
        write(printed + failures)
        const counts = { ...noCounts(), fail: 1 }
        return { path, kind, seconds, cpuSeconds: 0, counts, leftOut: 0, skipped: [], hasFailed: true, failures: printed + failures }
      }
      const { text, failures, counts, leftOut, skipped } = outcome
      const cpuSeconds = cpuOf(child.pid, postgres?.pid()) - before
      write(`${printed}${text}${failures}  ${path}: ${cpuSeconds.toFixed(1)} CPU s\n`)
      const isEmpty = counts.tests === 0 && !(isPartial && leftOut > 0) && !outcome.hasFailed
      if (isEmpty) counts.fail++
      hasFailed ||= outcome.hasFailed || isEmpty
      const reported = isEmpty ? `✖ ${path}: it has no tests\n` : failures
      if (isEmpty) write(reported)
      return { path, kind, seconds, cpuSeconds, counts, leftOut, skipped, hasFailed: outcome.hasFailed || isEmpty, failures: reported }
    },
    /** The process must exit by itself; a resource that a test left open would prevent it. */
    async end() {
      if (isOver()) return problems
      ended += cpuOf(child.pid)
      child.send({ endWithin: exitTimeout } satisfies ToShard, () => {})
      const killTimer = setTimeout(() => child.kill('SIGKILL'), exitTimeout + EXIT_TIMEOUT)
      const outcome = await closed
      clearTimeout(killTimer)
      if (outcome !== 'exit code 0' && !hasFailed && problems.length === 0)
        problems.push(`a process ended with ${outcome}, although its tests passed`)
      return problems.map((text) => `✖ ${text} (last file: ${last})\n${output}`)
    },
  }
}
