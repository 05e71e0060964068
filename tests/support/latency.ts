import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

// For guarantees that are latencies. A file that imports this runs alone, after all others, and only in npm run test:all
// (tests/runner/plan.ts): beside other tests it would measure how busy the machine is.

const HANGS_MS = 60_000
const POLL_MS = 5

/** Milliseconds from now until it is so. */
export async function timeUntil(what: string, isSo: () => boolean | Promise<boolean>): Promise<number> {
  const startedAt = performance.now()
  while (!(await isSo())) {
    assert.ok(performance.now() - startedAt < HANGS_MS, `${what}: it never became true`)
    await sleep(POLL_MS)
  }
  return performance.now() - startedAt
}

type Tries = { tries: number; longestMs?: number }

/** `work` returns what it measured. The median meets the promise; a try that the machine delayed, only `longestMs`, if given. */
export async function assertWithin(
  ms: number,
  work: (round: number) => Promise<number | number[]>,
  { tries, longestMs = HANGS_MS }: Tries,
): Promise<void> {
  const times: number[] = []
  for (let round = 1; round <= tries; round++) times.push(...[await work(round)].flat())
  const sorted = times.toSorted((a, b) => a - b)
  const measured = `${times.map(Math.round).join(', ')} ms`
  assert.ok(sorted[sorted.length >> 1]! < ms, `at least half are within ${ms} ms: ${measured}`)
  assert.ok(sorted.at(-1)! < longestMs, `all are within ${longestMs} ms: ${measured}`)
}
