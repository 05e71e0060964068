import { type Ask, load, request } from './support/load.ts'
import { start } from './support/process.ts'
import { callsPerCpuSecond, type Hello, withWorld } from './support/world.ts'

const ROUNDS = 9

// What shared rate limits cost a cached response: calls per CPU-second of two processes of one directory, relative to LIMITS=process.
export async function benchLimits(): Promise<void> {
  await withWorld(2000, async (first, env) => {
    const { host, port, user, database } = first.hello.database as { host: string; port: number; user: string; database: string }
    const address = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    const open = (limits: string) => start<Hello>('./server.ts', { ...env, DATABASE_URL: address, LIMITS: limits })
    const [alone, shared] = [await open('process'), await open('shared')]
    const ask: Ask = () => request('GET', '/api/project/active')
    try {
      for (const one of [alone, shared]) await load(one.hello.port, ask, { ms: 3000 })
      const ratios: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const order = round % 2 === 0 ? [alone, shared] : [shared, alone]
        const speeds = [await callsPerCpuSecond(order[0]!, ask, 1200), await callsPerCpuSecond(order[1]!, ask, 1200)]
        ratios.push(round % 2 === 0 ? speeds[1]! / speeds[0]! : speeds[0]! / speeds[1]!)
      }
      const sorted = ratios.toSorted((a, b) => a - b)
      const [low, middle, high] = [sorted[0]!, sorted[Math.floor(ROUNDS / 2)]!, sorted.at(-1)!].map((ratio) => ratio.toFixed(3))
      console.log(`cached response with shared limits: ${middle} × LIMITS=process (${low} to ${high} in ${ROUNDS} rounds)`)
    } finally {
      await shared.stop()
      await alone.stop()
    }
  })
}
