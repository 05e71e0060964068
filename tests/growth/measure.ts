// Does the time of a parser grow in proportion to its input? CPU time at n, 2n, 4n and 8n characters is compared: a quadratic parser takes four
// times as long for twice the input.

export const MOST_RATIO = 2.6 // per doubling
const TINY = [16, 20, 24, 28, 32, 40, 48, 64] // in small steps: an exponential parser is found here, before it would hang
const MOST_TINY_US = 100_000
const FLOOR_US = 1500 // faster runs are not judged: the clock, the compiler and the garbage collector dominate them
// Every suspicious ratio is measured again: a busy machine must not fail the test. A single run is judged mildly: it must not hide a slow parser either.
const STEPS = [{ runs: 1, ratio: 2.2 }, ...[3, 6, 12].map((runs) => ({ runs, ratio: MOST_RATIO }))]

export type Parse = (text: string) => unknown
export type CostOf = (parse: Parse, text: string, runs: number) => Promise<number> // the least of the runs
export type Growth = { n: number; ratio: number; ms: number }

const cpuOf: CostOf = async (parse, text, runs) => {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage()
    const result = parse(text)
    if (result instanceof Promise) await result
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, user + system)
  }
  return least
}

/** The size from which the time grows too fast over three doublings, or null. */
export async function growthOf(parse: Parse, textOf: (size: number) => string, largest: number, costOf = cpuOf): Promise<Growth | null> {
  for (const n of TINY) {
    // Again before it counts: the garbage of earlier inputs may be collected in any run.
    const us = await costOf(parse, textOf(n), 1)
    if (us > MOST_TINY_US && (await costOf(parse, textOf(n), 12)) > MOST_TINY_US)
      return { n, ratio: Number.POSITIVE_INFINITY, ms: us / 1000 }
  }
  for (let n = 128; n <= largest; n *= 2) {
    if ((await costOf(parse, textOf(n), 1)) < FLOOR_US) continue
    const found = await confirm(
      (text, runs) => costOf(parse, text, runs),
      [1, 2, 4, 8].map((times) => textOf(times * n)),
    )
    if (found !== null) return { n: 8 * n, ...found }
  }
  return null
}

// One doubling alone may be a threshold inside the engine, such as objects that become dictionaries; two may be the garbage collector, once the
// result no longer fits into the space for young objects and is copied twice.
type Confirmed = { ratio: number; ms: number }
async function confirm(costOf: (text: string, runs: number) => Promise<number>, texts: string[]): Promise<Confirmed | null> {
  let found: Confirmed | null = null
  for (const { runs, ratio } of STEPS) {
    const times: number[] = []
    for (const text of texts) {
      const time = await costOf(text, runs)
      const before = times.at(-1)
      if (before !== undefined && time <= before * ratio) return null
      times.push(time)
    }
    found = { ratio: Math.cbrt(times.at(-1)! / times[0]!), ms: times.at(-1)! / 1000 }
  }
  return found
}
