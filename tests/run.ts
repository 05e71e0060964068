import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ensureWebBuild } from '#run/web/build.ts'
import { overBudget, startGauge } from './runner/budget.ts'
import { runChecks } from './runner/checks.ts'
import { type Choice, choose } from './runner/choice.ts'
import { answersFolder, forgetPassed, recordPassed } from './runner/commit.ts'
import { type LaneServer, startServers } from './runner/database.ts'
import { makeRunFolder, RUN_MARK } from './runner/folder.ts'
import { keepDurations, root } from './runner/plan.ts'
import { cpuOfEnded, runFiles, stopAll } from './runner/pool.ts'
import { cpuOf } from './runner/processes.ts'
import { summarise } from './runner/summary.ts'
import { recordAnswers } from './support/answers/observed-answers.ts'
import { unvisitedScreens } from './support/page/visited-screens.ts'

// npm test                       the gate: lint, types, unused code, and the tests of the gate
// npm run test:all               everything, at full depth; with `-- --rest` without what npm test has just run
// npm run test:changed [base]    at full depth every test that a changed file reaches; without a base what is not committed, else the last commit
// npm test api/tag               at full depth the tests whose path contains one of the arguments; with `-- --gate` what the gate runs of them

// Browser tests mostly wait, so more files run at once than there are processors.
const AT_ONCE = 2 * availableParallelism()

const write = (text: string) => void process.stdout.write(text)

const choice = choose(process.argv.slice(2))
if ('refusal' in choice) {
  console.error(choice.refusal)
  process.exit(1)
}
process.exitCode = (await run(choice)) ? 0 : 1

async function run({ tier, files, seed, needsWeb, needsDatabase, isWhole, notes }: Choice): Promise<boolean> {
  const startedAt = performance.now()
  const folder = await makeRunFolder()
  let servers: LaneServer[] = []
  const stop = async () => {
    stopAll()
    await Promise.all(servers.map((one) => one.stop()))
    return folder.remove()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, async () => {
      stopAll()
      await Promise.all(servers.map((one) => one.stop({ isSilent: true })))
      await folder.remove(0)
      process.exit(1)
    })
  const gauge = startGauge()
  const checking = isWhole && tier !== 'rest' ? runChecks(write) : []
  let left: string[] = []
  const outcome = await (async () => {
    if (needsWeb) await ensureWebBuild() // once, before the test processes need it at the same time
    const atOnce = Math.min(AT_ONCE, files.length)
    if (needsDatabase) servers = await startServers(folder.database, atOnce)
    write(`\n— tests (${files.length} files${tier === 'all' ? '' : `, ${tier}, seed ${seed}`})\n`)
    const folderOfAnswers = tier === 'all' ? join(folder.path, 'answers') : answersFolder
    if (tier === 'gate') rmSync(folderOfAnswers, { recursive: true, force: true })
    const answers = isWhole ? recordAnswers(folderOfAnswers) : null
    const env = {
      ...answers?.env,
      ...(tier === 'gate' && isWhole && { RECORD_SCREENS: folder.path }),
      [RUN_MARK]: folder.name,
      TMPDIR: folder.path,
      TEST_TIER: tier,
      TEST_SEED: seed,
      NODE_ENV: 'test',
      NODE_COMPILE_CACHE: join(root, '.cache', 'compile'),
    }
    const { results, problems } = await runFiles(files, { folder: root, env, atOnce, servers, write })
    problems.push(...(answers?.finish({ isEverything: tier !== 'gate' }) ?? []))
    if (tier === 'gate' && isWhole) problems.push(...unvisitedScreens(folder.path))
    return { results, problems, checks: await checking, ofDatabases: cpuOf(...servers.map((one) => one.pid())) }
  })().finally(async () => {
    left = await stop()
  })
  const { results, problems, checks, ofDatabases } = outcome
  problems.push(...left.map((command) => `✖ a process was left running: ${command}`))
  const { user, system } = process.cpuUsage()
  const ofChecks = checks.reduce((sum, one) => sum + one.cpuSeconds, 0)
  const cpuSeconds = (user + system) / 1e6 + ofChecks + ofDatabases + cpuOfEnded()
  const speed = gauge.end()
  if (tier === 'gate' && isWhole) {
    const { warnings, failures } = overBudget({ results, cpuSeconds, ...speed })
    problems.push(...failures)
    notes.push(...warnings)
    notes.push(
      `The budgets were multiplied by ${speed.slowness.toFixed(2)}: so much slower was this machine than the one for which they were set. ` +
        `Others took ${(100 * speed.stolen).toFixed(0)} % of its processor time.`,
    )
  }
  const leftOut = results.reduce((sum, one) => sum + one.leftOut, 0)
  if (tier === 'gate')
    notes.push(`Seed ${seed}. Not in this run: ${leftOut} tests of these files, and the files only npm run test:all runs.`)
  const seconds = (performance.now() - startedAt) / 1000
  const { text, hasFailed } = summarise({ checks, results, problems, notes, seconds, cpuSeconds })
  keepDurations(results)
  if (isWhole) remember(tier, seed, !hasFailed)
  write(text)
  return !hasFailed
}

/** `all` has passed, too, when the rest passes after the gate. */
function remember(tier: Choice['tier'], seed: string, hasPassed: boolean): void {
  const what = tier === 'gate' ? 'gate' : 'all'
  if (hasPassed) recordPassed(what, seed)
  else forgetPassed(what)
}
