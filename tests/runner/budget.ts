import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Kind } from './plan.ts'
import type { Result } from './pool.ts'

// What the gate may cost, in CPU time, which does not depend on what else runs. It does depend on the processor, and on a busy machine
// the same work takes more of it: so a fixed piece of work is measured during the run, and the limits grow with what it takes.

const FILE_SECONDS = 8
const PROCESSES_SECONDS = 20 // of a journey with processes of its own, each of which loads every module
const RUN_SECONDS = 600
const REFERENCE_SECONDS = 0.012 // of the piece of work, where the limits were set
const EVERY_MS = 5_000
const NOISE = 2 // the same gate took 561 to 984 CPU seconds on the same machine on one day, the piece of work 1 to 1.11 times its own

const MOST_STOLEN = 0.02 // beyond it the caches and cores are shared with other machines, and nothing measured here is a failure

/** How much slower than the reference this machine was, at least 1, and which share of the processor time others took from it. */
export type Speed = { slowness: number; stolen: number }
export type Gauge = { end(): Speed }

export function startGauge(): Gauge {
  const measured = [work()]
  const before = processorTimes()
  const timer = setInterval(() => measured.push(work()), EVERY_MS).unref()
  return {
    end() {
      clearInterval(timer)
      const median = measured.toSorted((a, b) => a - b)[measured.length >> 1]!
      const [all, stolen] = processorTimes().map((time, at) => time - before[at]!)
      return { slowness: Math.max(1, median / REFERENCE_SECONDS), stolen: stolen! / Math.max(1, all!) }
    },
  }
}

/** Of all processors since the start of the machine: in all, and what the hypervisor gave to others. */
function processorTimes(): number[] {
  try {
    const [, ...times] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]!.split(/\s+/).map(Number)
    return [times.slice(0, 8).reduce((sum, time) => sum + time, 0), times[7] ?? 0]
  } catch {
    return [0, 0] // not Linux
  }
}

function work(): number {
  const before = process.cpuUsage()
  const rows = Array.from({ length: 6000 }, (_, n) => ({ n, name: `row ${n}`, tags: [n % 7, n % 11] }))
  createHash('sha256')
    .update(JSON.stringify(JSON.parse(JSON.stringify(rows))))
    .digest()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

export type Cost = { results: Result[]; cpuSeconds: number } & Speed

/** What is over its budget, and among it what no noise explains: that fails the run. */
export function overBudget({ results, cpuSeconds, slowness, stolen }: Cost): { warnings: string[]; failures: string[] } {
  const limitOf = (kind: Kind) => slowness * (kind === 'apart' ? PROCESSES_SECONDS : FILE_SECONDS)
  const files = results.map(({ path, kind, cpuSeconds }) => ({
    used: cpuSeconds / limitOf(kind),
    text:
      `${path} took ${cpuSeconds.toFixed(1)} CPU s; in the gate it has ${limitOf(kind).toFixed(1)}. Make it a table (forEachCase) or leave it ` +
      'to npm run test:all (tests/runner/plan.ts has the rules).',
  }))
  const limit = slowness * RUN_SECONDS
  const most = stolen > MOST_STOLEN ? Number.POSITIVE_INFINITY : NOISE
  const all = [...files, { used: cpuSeconds / limit, text: `the gate took ${cpuSeconds.toFixed(0)} CPU s and has ${limit.toFixed(0)}` }]
  return {
    warnings: all.filter(({ used }) => used > 1 && used <= most).map(({ text }) => `Over its budget: ${text}`),
    failures: all.filter(({ used }) => used > most).map(({ text }) => `✖ ${text}`),
  }
}
