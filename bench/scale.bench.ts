import { DAY_MS, writeDay } from '#rules/day.ts'
import { generateWorld } from '#tests/support/world.ts'
import { type Ask, request } from './load.ts'
import { callsPerCpuSecond, withWorld } from './world.ts'

// The cost of a call by number of projects. Every call is a cache miss.

const SIZES = [2000, 200_000]

function scenarios(size: number): Record<string, Ask> {
  const slugs = [...generateWorld(2000)].map(({ slug }) => slug)
  let n = 0
  const post = (body: object): Buffer => request('POST', '/api/project/findmany', {}, JSON.stringify(body))
  const day = (i: number): string =>
    `2${String(100 + (i % 900))}-${String(1 + (i % 12)).padStart(2, '0')}-${String(1 + (i % 28)).padStart(2, '0')}`
  const near = (i: number): string => writeDay(Math.floor(Date.now() / DAY_MS) - 90 + (i % 180))
  const words = [...generateWorld(2000)].map(({ name, description }) => `${name} ${description}`.match(/\p{L}{4,}/gu) ?? [])
  const query = (i: number): string => {
    const some = words[(i * 7919) % words.length]!
    return `${some[(i * 31) % some.length]} ${some[(i * 17 + 5) % some.length]}`
  }
  return {
    'GET /project/new': () => request('GET', `/api/project/new?n=${++n}`),
    'GET /project/active, a page of 5': () => request('GET', `/api/project/active?pageSize=5&n=${++n}`),
    'GET /project/{slug}': () => request('GET', `/api/project/${slugs[++n % slugs.length]}?n=${n}`),
    'findmany, a page': () => post({ page: 1 + (++n % 400), filters: { dateEnd: day(n) } }),
    'findmany, tag and status': () => post({ filters: { tags: [1 + (++n % 40)], status: 'open', dateEnd: day(n) } }),
    'findmany, enrollment dates': () => post({ filters: { enrollmentStart: '2026-10-01', enrollmentEnd: day(++n) } }),
    'findmany, a window of a month': () => post({ filters: { dateStart: near(++n), dateEnd: near(n + 30), enrollmentEnd: day(n) } }),
    'findmany, any page by name': () => post({ page: 1 + ((++n * 7919) % (size / 5)), sort: 'name', filters: { dateEnd: day(n) } }),
    'findmany, any page of a status': () =>
      post({ page: 1 + ((++n * 7919) % (size / 40)), sort: '-publishedAt', filters: { status: 'completed', dateEnd: day(n) } }),
    'findmany, two words': () => post({ page: 1 + Math.floor(++n / 400_000), filters: { text: query(n), enrollmentEnd: day(n) } }),
  }
}

export async function benchScale(): Promise<void> {
  const costs = new Map<string, number[]>()
  for (const size of SIZES)
    await withWorld(size, async (ours) => {
      for (const [name, ask] of Object.entries(scenarios(size))) {
        await callsPerCpuSecond(ours, ask, 1500)
        costs.set(name, [...(costs.get(name) ?? []), 1e6 / (await callsPerCpuSecond(ours, ask, 2500))])
      }
    })
  const [small, large] = SIZES as [number, number]
  console.log(`\nCPU per call, ${small} → ${large} projects (${large / small} times as many)`)
  for (const [name, [few, many]] of costs)
    console.log(`${name.padEnd(36)} ${few!.toFixed(0).padStart(6)} → ${many!.toFixed(0).padStart(6)} µs   × ${(many! / few!).toFixed(1)}`)
}
