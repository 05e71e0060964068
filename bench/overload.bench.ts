import { generateWorld } from '#tests/support/world/world.ts'
import { type Ask, load, request } from './support/load.ts'
import { Client, offer, percentile } from './support/open-loop.ts'
import type { BenchProcess } from './support/process.ts'
import { type Hello, withWorld } from './support/world.ts'

// Three times as many searches as the server can answer, from clients that do not wait for each other (open loop). Goodput: searches
// answered within a second, per CPU-second of the server, relative to the capacity measured right before: on a busy machine the CPU time a
// server gets changes from second to second. Meanwhile a client reads a cached list.

const FACTOR = 3
const IN_TIME_MS = 1000

export async function benchOverload(args: string[]): Promise<void> {
  const count = Number(args[args.indexOf('--projects') + 1] ?? 0) || 20_000
  for (const shedding of ['off', 'on'])
    await withWorld(
      count,
      async (ours) => {
        const result = await overload(ours, searches(count), 6000)
        console.log(`shedding ${shedding}: ${describe(result)}`)
      },
      { SHEDDING: shedding },
    )
}

export type Overload = Awaited<ReturnType<typeof overload>>

/** Measures the capacity, then offers three times as much. */
export async function overload(ours: BenchProcess<Hello>, search: Ask, ms: number) {
  const { port } = ours
  const cpuSeconds = async () => {
    const { user, system } = (await ours.usage()).cpu
    return (user + system) / 1e6
  }
  await load(port, search, { ms: 4000 }) // JIT warm-up
  const idle = await readCached(port, 1000)
  const before = await cpuSeconds()
  const calls = (await load(port, search, { ms: 3000, connections: 8 })).statuses.get(200) ?? 0
  const between = await cpuSeconds()
  const reading = readCached(port, ms)
  const samples = await offer(port, search, { perSecond: (calls / 3) * FACTOR, ms })
  const cached = await reading
  const after = await cpuSeconds()
  const good = samples.filter(({ status, ms }) => status === 200 && ms <= IN_TIME_MS)
  const refused = samples.filter(({ status }) => status === 503)
  return {
    perCpuSecond: calls / (between - before),
    offered: samples.length / (ms / 1000) / (calls / 3),
    goodput: good.length / (after - between) / (calls / (between - before)),
    good,
    refused,
    idle,
    cached,
  }
}

export const describe = ({ perCpuSecond, offered, goodput, good, refused, idle, cached }: Overload): string =>
  [
    `capacity ${Math.round(perCpuSecond)} searches per CPU-second, offered ${offered.toFixed(1)} ×`,
    `goodput ${(goodput * 100).toFixed(0)} % (target ≥ 80 with shedding), p50 ${percentile(good, 0.5).toFixed(0)} ms`,
    `refused ${refused.length}, p50 ${percentile(refused, 0.5).toFixed(0)} ms, p99 ${percentile(refused, 0.99).toFixed(0)} ms (target ≤ 50)`,
    `cached list: idle p50 ${percentile(idle, 0.5).toFixed(1)} ms; overloaded p50 ${percentile(cached, 0.5).toFixed(0)} ms, p99 ${percentile(cached, 0.99).toFixed(0)} ms`,
  ].join('\n  ')

// Two words of a project, and a page that makes every search a cache miss.
export function searches(count: number): Ask {
  const texts = [...generateWorld(Math.min(count, 2000))].map(
    ({ name, description }) => `${name} ${description}`.match(/\p{L}{4,}/gu) ?? [],
  )
  let n = 0
  return () => {
    const words = texts[(++n * 7919) % texts.length]!
    const text = `${words[(n * 31) % words.length]} ${words[(n * 17 + 5) % words.length]} ${n}`
    return request('POST', '/api/project/findmany', {}, JSON.stringify({ filters: { text } }))
  }
}

async function readCached(port: number, ms: number) {
  const client = new Client(port)
  const samples: { status: number; ms: number; at: number }[] = []
  const bytes = request('GET', '/api/project/active?pageSize=5')
  for (const end = performance.now() + ms; performance.now() < end; ) {
    const at = performance.now()
    samples.push({ status: await client.ask(bytes), ms: performance.now() - at, at })
  }
  client.close()
  return samples
}
