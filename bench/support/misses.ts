import { type Ask, request } from './load.ts'
import type { BenchProcess } from './process.ts'
import { callsPerCpuSecond, type Hello } from './world.ts'

const TARGET_MS = 0.12
const ROUNDS = 8
const ROUND_MS = 400

// Cache misses: each public call with a new query or body, so the whole pipeline runs.
export async function benchMisses(ours: BenchProcess<Hello>, slugs: string[]): Promise<void> {
  let n = 0
  const get = (path: string): Ask => {
    const join = path.includes('?') ? '&' : '?'
    return () => request('GET', `/api${path}${join}n=${++n}`)
  }
  const cheap: Record<string, Ask> = {
    'GET /tag': get('/tag'),
    'GET /tag/filters/{query}': get('/tag/filters/da'),
    'GET /user/role': get('/user/role'),
    'GET /platform': get('/platform'),
    'GET /project/file-type': get('/project/file-type'),
    'GET /project/{slug}': () => request('GET', `/api/project/${slugs[(n * 7919) % slugs.length]}?n=${++n}`),
    'GET /project/new': get('/project/new'),
    'GET /project/active?pageSize=5': get('/project/active?pageSize=5'),
  }
  const large: Record<string, Ask> = { 'GET /project/active, 100 projects': get('/project/active') }
  await callsPerCpuSecond(ours, get('/platform'), 3000) // JIT warm-up
  for (const [name, ask] of [...Object.entries(cheap), ...Object.entries(large)]) {
    await callsPerCpuSecond(ours, ask, 1500)
    // The best round: other work on the machine only adds CPU time (caches, frequency), it never takes any away.
    let best = 0
    for (let round = 0; round < ROUNDS; round++) best = Math.max(best, await callsPerCpuSecond(ours, ask, ROUND_MS))
    const ms = 1000 / best
    const target = name in cheap ? ` (target ≤ ${TARGET_MS})` : ''
    console.log(`miss: ${name.padEnd(40)} ${ms.toFixed(3)} ms of CPU per call${target}`)
  }
}
