import { writeFileSync } from 'node:fs'
import { DAY_MS, writeDay } from '#rules/time/day.ts'
import { generateWorld } from '#tests/support/world/world.ts'
import { drawChart } from './support/chart.ts'
import { type Ask, request } from './support/load.ts'
import { writeSection } from './support/section.ts'
import { callsPerCpuSecond, withWorld } from './support/world.ts'

// The cost of a call by number of projects. Every call is a cache miss.

// npm run bench scale [--sizes 2000,20000,200000,1000000] [--people] [--write]
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

type Size = { projects: number; readyMs: number; searchMs: number; bytes: number; costs: Map<string, number> }

const PEOPLE = 1_000_000

export async function benchScale(args: string[]): Promise<void> {
  const given = args.includes('--sizes') ? args[args.indexOf('--sizes') + 1]!.split(',').map(Number) : SIZES
  const sizes: Size[] = []
  for (const projects of given)
    await withWorld(
      projects,
      async (ours) => {
        const costs = new Map<string, number>()
        for (const [name, ask] of Object.entries(scenarios(projects))) {
          await callsPerCpuSecond(ours, ask, 1500)
          costs.set(name, 1e6 / (await callsPerCpuSecond(ours, ask, 2500)))
        }
        const { readyMs, searchMs } = ours.hello
        sizes.push({ projects, readyMs, searchMs, bytes: (await ours.usage()).rss, costs })
      },
      {},
      args.includes('--people') ? PEOPLE : 0,
    )
  const [least, most] = [sizes[0]!, sizes.at(-1)!]
  console.log(`\nCPU per call, ${least.projects} → ${most.projects} projects (${most.projects / least.projects} times as many)`)
  for (const [name, few] of least.costs) {
    const many = most.costs.get(name)!
    console.log(`${name.padEnd(36)} ${few.toFixed(0).padStart(6)} → ${many.toFixed(0).padStart(6)} µs   × ${(many / few).toFixed(1)}`)
  }
  if (args.includes('--write')) write(sizes, `npm run bench scale -- ${args.join(' ')}`)
}

function write(sizes: Size[], command: string): void {
  const row = (name: string, of: (one: Size) => string): string => `| ${[name, ...sizes.map(of)].join(' | ')} |`
  const table = [
    row('projects', ({ projects }) => projects.toLocaleString('en')),
    `|${' --- |'.repeat(sizes.length + 1)}`,
    row('ready after a restart', ({ readyMs }) => `${(readyMs / 1000).toFixed(1)} s`),
    row('search after a restart', ({ searchMs }) => `${(searchMs / 1000).toFixed(1)} s`),
    row('memory of the process', ({ bytes }) => `${Math.round(bytes / 1e6)} MB`),
    ...[...sizes[0]!.costs.keys()].map((name) => row(`${name}, CPU`, ({ costs }) => `${costs.get(name)!.toFixed(0)} µs`)),
  ]
  const start = drawChart(
    'Ready after a restart',
    [
      { name: 'ready', points: sizes.map(({ projects, readyMs }) => [projects, readyMs / 1000]) },
      { name: 'search', points: sizes.map(({ projects, searchMs }) => [projects, searchMs / 1000]) },
    ],
    's',
  )
  const memory = drawChart(
    'Memory of the process',
    [{ name: 'memory', points: sizes.map(({ projects, bytes }) => [projects, bytes / 1e6]) }],
    'MB',
  )
  const costs = drawChart(
    'CPU per call, no response from the cache',
    [...sizes[0]!.costs.keys()].map((name) => ({
      name,
      points: sizes.map((one) => [one.projects, one.costs.get(name)!] as [number, number]),
    })),
    'µs',
  )
  for (const [name, picture] of Object.entries({ start, memory, costs }))
    writeFileSync(new URL(`../docs/scale-${name}.svg`, import.meta.url), picture)
  const pictures = ['start', 'memory', 'costs'].map((name) => `![${name}](scale-${name}.svg)`)
  writeSection('docs/scale.md', 'scale', command, [...table, '', ...pictures].join('\n'))
}
