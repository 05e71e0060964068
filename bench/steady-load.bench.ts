import { readKeyFile } from '#auth/token/secrets.ts'
import { connect } from '#database/sql.ts'
import { describe, overload, searches } from './overload.bench.ts'
import { fillMembers, fillPeople } from './support/fill.ts'
import { fillTeams } from './support/members.ts'
import { steadyMix } from './support/mix.ts'
import { offer, percentile, type Sample } from './support/open-loop.ts'
import { useEveryCore } from './support/process.ts'
import { writeSection } from './support/section.ts'
import { withWorld } from './support/world.ts'

// npm run bench load [--minutes 10] [--rate 1000] [--projects 100000] [--write]
// The steady load of docs/scale.md, then three times the capacity, then the steady load again: how soon is it normal?

const NORMAL_MS = 120

export async function benchLoad(args: string[]): Promise<void> {
  const after = (name: string, otherwise: number) => (args.includes(name) ? Number(args[args.indexOf(name) + 1]) : otherwise)
  const count = after('--projects', 100_000)
  const minutes = after('--minutes', 10)
  const rate = after('--rate', 1000)
  useEveryCore()
  await withWorld(count, async (ours, env) => {
    const sql = connect(ours.hello.database)
    await fillPeople(sql, count)
    await fillMembers(sql, count, count)
    const mix = steadyMix(count, await fillTeams(sql, readKeyFile(env.KEY_FILE!)))
    await sql.end()
    await offer(ours.port, mix, { perSecond: rate / 2, ms: 10_000 }) // JIT warm-up
    const startedAt = performance.now()
    const cpuBefore = (await ours.usage()).cpu
    const samples = await offer(ours.port, mix, { perSecond: rate, ms: minutes * 60_000 })
    const { cpu, rss } = await ours.usage()
    const seconds = (performance.now() - startedAt) / 1000
    const share = (cpu.user + cpu.system - cpuBefore.user - cpuBefore.system) / 1e6 / seconds
    const lines = [
      `- ${rate} calls a second for ${minutes} minutes, ${count} projects, ${count} people in three teams each, ${count / 2} applications: ${samples.length} calls, ${failed(samples)}; p50 ${ms(samples, 0.5)}, p99 ${ms(samples, 0.99)} (asked 120 ms), p99.9 ${ms(samples, 0.999)}; ${(share * 100).toFixed(0)} % of a core, ${Math.round(rss / 1e6)} MB`,
    ]
    console.log(lines[0])
    const over = await overload(ours, searches(count), Math.min(60, minutes * 30) * 1000)
    lines.push(`- three times the capacity: ${describe(over).replaceAll('\n  ', '; ')}`)
    console.log(lines[1])
    const back = await offer(ours.port, mix, { perSecond: rate, ms: 10_000 })
    lines.push(`- after it, ${rate} calls a second again: ${recovery(back)}; ${failed(back)}`)
    console.log(lines[2])
    if (args.includes('--write')) writeSection('docs/scale.md', 'load', `npm run bench load -- ${args.join(' ')}`, lines.join('\n'))
  })
}

const ms = (samples: Sample[], part: number): string => `${percentile(samples, part).toFixed(1)} ms`

function failed(samples: Sample[]): string {
  const wrong = new Map<string, number>()
  for (const { status, code } of samples)
    if (status !== 200 && status !== 304) {
      const what = status === 0 ? 'no response' : `${status} ${code ?? ''}`.trim()
      wrong.set(what, (wrong.get(what) ?? 0) + 1)
    }
  const total = [...wrong.values()].reduce((sum, one) => sum + one, 0)
  return total === 0 ? 'no failed call' : `${total} failed (${[...wrong].map(([what, n]) => `${what}: ${n}`).join(', ')})`
}

// The first second from which on the p99 of every second is normal.
function recovery(samples: Sample[]): string {
  const seconds = Map.groupBy(samples, ({ at }) => Math.floor(at / 1000))
  const slow = [...seconds].filter(([, some]) => !(percentile(some, 0.99) <= NORMAL_MS)).map(([second]) => second)
  return slow.length === 0
    ? `p99 below ${NORMAL_MS} ms from the first second`
    : `p99 below ${NORMAL_MS} ms after ${Math.max(...slow) + 1} s`
}
