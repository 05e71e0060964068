import { createHash } from 'node:crypto'
import { type TestContext, test as testAlways } from 'node:test'
import { current } from '#tests/runner/current.ts'

// What of a file runs. `npm test` is the gate: journeys, and a tenth of every table. `npm run test:all` is everything; after a gate it can
// be told to run the rest. tests/runner/plan.ts says which files belong to which of them.

export type Tier = 'gate' | 'rest' | 'all'
export const tier = (process.env.TEST_TIER ?? 'all') as Tier

const TENTH = 10
const seed = process.env.TEST_SEED ?? ''

const leaveOut = ((): void => void current.leftOut++) as unknown as typeof testAlways

/** Not in the gate. */
export const test = tier === 'gate' ? leaveOut : testAlways

/** A whole task of a person or an operator, in the gate and in the run of everything; a screen has at least one. */
export const journey = tier === 'rest' ? leaveOut : testAlways

/** In every run, which does its part of it: the test takes its cases from `sample`, or makes as many as `share` says. */
export const testPart = testAlways

type Choosing = {
  part?: number // one of so many cases is in the gate
  isShallow?: boolean // the gate does less with a case than the other runs, so the rest has all of them
}

/** The cases of this run: all of them; in the gate a tenth, at least one, chosen by the seed; in the rest the others. */
export const sample = <T>(cases: readonly T[], nameOf: (one: T) => string = String, choosing: Choosing = {}): T[] =>
  divide(cases, nameOf, { tier, seed, file: current.file, ...choosing })

/** The pieces do not depend on the seed, only which of them is taken: every case is in the gate of some seed. */
export function divide<T>(
  cases: readonly T[],
  nameOf: (one: T) => string,
  { tier, seed, file, part = TENTH, isShallow }: Choosing & { tier: Tier; seed: string; file: string },
): T[] {
  if (tier === 'all' || (tier === 'rest' && isShallow)) return [...cases]
  const hashOf = (text: string) => createHash('sha256').update(`${file}\n${text}`).digest()
  const order = new Map(cases.map((one) => [one, hashOf(nameOf(one)).toString('hex')]))
  const count = Math.ceil(cases.length / part)
  const piece = hashOf(seed).readUInt32BE() % Math.max(1, Math.ceil(cases.length / count))
  const ordered = cases.toSorted((a, b) => (order.get(a)! < order.get(b)! ? -1 : 1))
  const chosen = new Set(ordered.slice(piece * count, (piece + 1) * count))
  return cases.filter((one) => chosen.has(one) === (tier === 'gate'))
}

/** One test for each case of this run. */
export function forEachCase<T>(
  cases: readonly T[],
  nameOf: (one: T) => string,
  run: (one: T, t: TestContext) => unknown,
  choosing: Choosing = {},
): void {
  const chosen = sample(cases, nameOf, choosing)
  current.leftOut += cases.length - chosen.length
  for (const one of chosen) testAlways(nameOf(one), async (t) => void (await run(one, t)))
}

/** How many of this many generated cases a run makes. */
export const share = (count: number): number => (tier === 'gate' ? Math.ceil(count / TENTH) : count)

/** For the message of a failure that depends on the seed. */
export const howToRepeat = `repeat it with TEST_SEED=${seed}`

/** The start value of a generator: of the run, so that a failure can be repeated. */
export const seedNumber = createHash('sha256').update(seed).digest().readUInt32BE()
