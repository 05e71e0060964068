import { generateWorld } from '#tests/support/world/world.ts'
import { benchChanges } from './support/changes.ts'
import { type Ask, load, request } from './support/load.ts'
import { benchMisses } from './support/misses.ts'
import { searchInPostgres } from './support/postgres-search.ts'
import { type BenchProcess, start } from './support/process.ts'
import { callsPerCpuSecond, type Hello, withWorld } from './support/world.ts'

// Calls per CPU-second of the server, relative to plain node:http with the same bytes. Rounds are interleaved, so that a busy machine slows
// both; the result is the median of the ratios.

type Server = BenchProcess<{ port: number }>
type Scenario = { name: string; target: number; ask: Ask; urls: string[]; note?: string }

const ROUNDS = 5

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

async function compare(ours: Server, bare: Server, { name, target, ask, urls, note }: Scenario): Promise<number> {
  for (const url of urls) {
    const [method, path] = url.split(' ') as [string, string]
    const body = method === 'POST' ? '{}' : undefined
    const response = await fetch(`http://127.0.0.1:${ours.port}${path}`, {
      method,
      body,
      headers: body ? { 'content-type': 'application/json' } : {},
    })
    bare.send({ url: path, body: Buffer.from(await response.arrayBuffer()).toString('base64') })
  }
  // JIT warm-up.
  await load(ours.port, ask, { ms: 4000 })
  await load(bare.port, ask, { ms: 2000 })
  const ratios: number[] = []
  const speeds: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? [ours, bare] : [bare, ours]
    const first = await callsPerCpuSecond(order[0]!, ask, 1200)
    const second = await callsPerCpuSecond(order[1]!, ask, 1200)
    const [our, their] = round % 2 === 0 ? [first, second] : [second, first]
    ratios.push(our / their)
    speeds.push(our)
  }
  const ratio = median(ratios)
  console.log(
    `${name.padEnd(46)} ${ratio.toFixed(2)} × bare (target ≥ ${target})  ${Math.round(median(speeds))} calls per CPU-second  ${note ?? ''}`,
  )
  return median(speeds)
}

// Two words of the same project. The n-th query is the same in every run.
function queries(count: number): (n: number) => string {
  const texts = [...generateWorld(Math.min(count, 4000))].map(
    ({ name, description }) => `${name} ${description}`.match(/\p{L}{4,}/gu) ?? [],
  )
  return (n) => {
    const words = texts[(n * 7919) % texts.length]!
    return `${words[(n * 31) % words.length]} ${words[(n * 17 + 5) % words.length]}`
  }
}

/** `only` runs one part: hits, misses or changes. */
export async function benchPublic(count: number, only?: string): Promise<void> {
  await withWorld(count, async (ours) => {
    const slugs = [...generateWorld(Math.min(count, 5000))].map(({ slug }) => slug)
    if (only === undefined || only === 'hits') {
      const bare = await start<{ port: number }>('./bare.ts')
      await runScenarios(ours, bare, count, slugs).finally(() => bare.stop())
    }
    if (only === undefined || only === 'misses') await benchMisses(ours, slugs)
    if (only === undefined || only === 'changes') await benchChanges(ours, slugs)
    console.log(`RSS after all of it: ${Math.round((await ours.usage()).rss / 1e6)} MB`)
  })
}

async function runScenarios(ours: BenchProcess<Hello>, bare: Server, count: number, slugs: string[]): Promise<void> {
  const active = '/api/project/active'
  const findmany = '/api/project/findmany'
  const { headers } = await fetch(`http://127.0.0.1:${ours.port}${active}`)
  const one =
    (bytes: Buffer): Ask =>
    () =>
      bytes
  const many =
    (list: Buffer[]): Ask =>
    (n) =>
      list[(n * 7919) % list.length]!
  const post = (body: object): Buffer => request('POST', findmany, {}, JSON.stringify(body))
  const query = queries(count)
  const filters = (n: number) => ({
    ...(n % 2 ? { tags: [1 + (n % 40)] } : {}),
    ...(n % 3 ? { status: ['open', 'active', 'pending', 'completed'][n % 4] } : {}),
    ...(n % 5 === 0 ? { dateStart: `2026-${String(1 + (n % 12)).padStart(2, '0')}-01` } : {}),
  })
  // A new body each time: a cache miss.
  let fresh = 0
  const uncached: Ask = () =>
    post({
      filters: { ...filters(++fresh), enrollmentEnd: `2${String(100 + (fresh % 900))}-${String(1 + (fresh % 12)).padStart(2, '0')}-11` },
      page: 1 + (fresh % 977),
    })
  let typed = 0
  const text: Ask = () => post({ filters: { text: query(++typed) }, page: 1 + Math.floor(typed / 400_000) })

  await compare(ours, bare, { name: 'GET /project/active', target: 0.9, ask: one(request('GET', active)), urls: [`GET ${active}`] })
  await compare(ours, bare, {
    name: 'GET /project/active, 304',
    target: 0.9,
    ask: one(request('GET', active, { 'if-none-match': headers.get('etag')! })),
    urls: [],
  })
  await compare(ours, bare, {
    name: 'GET /project/{slug}',
    target: 0.8,
    ask: many(slugs.map((slug) => request('GET', `/api/project/${slug}`))),
    urls: slugs.map((slug) => `GET /api/project/${slug}`),
  })
  await compare(ours, bare, {
    name: 'POST /project/findmany, pages and filters',
    target: 0.5,
    ask: many(Array.from({ length: 400 }, (_, n) => post({ page: 1 + (n % 50), filters: filters(n) }))),
    urls: [`POST ${findmany}`],
  })
  await compare(ours, bare, {
    name: 'POST /project/findmany, filters, cache miss',
    target: 0.25,
    ask: uncached,
    urls: [],
  })
  const speed = await compare(ours, bare, { name: 'POST /project/findmany, two words, cache miss', target: 0.25, ask: text, urls: [] })
  const theirs = await searchInPostgres(ours.hello.database, (n) => query(n + 1_000_000))
  console.log(
    `The same two-word queries through PostgreSQL full-text search (GIN): ${Math.round(theirs)} per second; ours ${(speed / theirs).toFixed(0)} × (target ≥ 100)`,
  )
}
