import { setTimeout as sleep } from 'node:timers/promises'
import { timings } from './cluster.ts'
import { crashPrimary, type Fault, faults, switchToSynchronous } from './faults.ts'
import type { Options } from './options.ts'
import { lineOf, sourceOf, writeReport } from './report.ts'
import { faultsOf, type Result, runFault, startRig } from './rig.ts'

// The rig itself, inside namespaces of its own; started by run.ts, which removes the folder.

const { folder, options } = JSON.parse(process.argv[2]!) as { folder: string; options: Options }
const startedAt = performance.now()
const source = sourceOf(options)
const results: Result[] = []
process.stdin.on('end', stop).resume() // run.ts was stopped or is gone
process.on('SIGINT', stop)

/** What was measured until then is written. */
function stop(): void {
  if (options.write && results.length > 0) writeReport(options, source, results)
  process.exit(130)
}

const COMPARE_EACH = 5 // failovers: most of the time would be spent comparing

const failover: Fault = { title: 'crash of the primary’s machine', isFailover: true, run: crashPrimary }
const planned: Fault = { title: 'planned switchover', isPlanned: true, run: switchToSynchronous }

function* plan(): Generator<[string, Fault]> {
  if (options.failovers > 0) {
    for (let n = 1; n <= options.failovers; n++) yield n % 2 ? [`failover ${n}`, failover] : [`switchover ${n}`, planned]
    return
  }
  const chosen = Object.entries(faults).filter(([name]) => options.faults.length === 0 || options.faults.includes(name))
  const end = performance.now() + options.minutes * 60_000
  do yield* chosen
  while (performance.now() < end)
}

const rig = await startRig(folder, { ...timings[options.ttl]!, etcd: options.etcd3 ? 'etcd3' : 'etcd' })
console.log(`rig ready after ${((performance.now() - startedAt) / 1000).toFixed(0)} s, ttl ${options.ttl}`)
const reported = new Set<string>()
let isGood = true
for (const [name, fault] of plan()) {
  const number = results.length + 1
  const isCompared = options.failovers === 0 || number % COMPARE_EACH === 0 || number === options.failovers
  const result = await runFault(rig, name, fault, isCompared).catch((error: Error) => {
    isGood = false
    console.log(`✖ ${name}: ${error.message}`)
    return null
  })
  if (result === null) break
  // Everything is compared each time; a finding belongs to the fault after which it was there first.
  result.verdict.findings = result.verdict.findings.filter(({ what }) => !reported.has(what))
  for (const { what } of result.verdict.findings) reported.add(what)
  results.push(result)
  const why = faultsOf(result)
  if (why.length > 0) isGood = false
  console.log(
    `${why.length === 0 ? '✔' : '✖'} ${lineOf(result)}${why
      .slice(0, 20)
      .map((one) => `\n    ${one}`)
      .join('')}`,
  )
}
if (options.write && results.length > 0) writeReport(options, source, results)
await sleep(100) // the output is written
process.exit(isGood && results.length > 0 ? 0 : 1)
