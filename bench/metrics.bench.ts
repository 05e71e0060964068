import { load, request } from './support/load.ts'
import { callsPerCpuSecond, withWorld } from './support/world.ts'

// What counting a call costs: cached responses per CPU-second with and without it. One process switches between the two, and the rounds are
// interleaved, so that a busy machine and the compiler of V8 treat both the same.

const ROUNDS = 20
const LIMIT = 0.02
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

export async function benchMetrics(): Promise<void> {
  await withWorld(1000, async (ours) => {
    const bytes = request('GET', '/api/project/active')
    const speed = (isCounting: boolean) => {
      ours.send(isCounting ? 'count' : 'do not count')
      return callsPerCpuSecond(ours, () => bytes, 1000)
    }
    await load(ours.port, () => bytes, { ms: 4000 }) // compiled by then
    const ratios: number[] = []
    const speeds: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const isFirst = round % 2 === 0
      const [first, second] = [await speed(isFirst), await speed(!isFirst)]
      const [counted, uncounted] = isFirst ? [first, second] : [second, first]
      ratios.push(uncounted / counted - 1)
      speeds.push(counted)
    }
    const cost = median(ratios)
    console.log(
      `counting a cached response costs ${(cost * 100).toFixed(1)} % of it (limit ${LIMIT * 100} %); ${Math.round(median(speeds))} calls per CPU-second`,
    )
  })
}
