import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ensureWebBuild } from '#run/web-build.ts'
import { runChecks } from './runner/checks.ts'
import { startTestServer } from './runner/database.ts'
import { listFiles, root, writeDurations } from './runner/plan.ts'
import { runFiles, stopAll } from './runner/pool.ts'
import { summarise } from './runner/summary.ts'
import { recordAnswers } from './support/observed-answers.ts'

// npm test                    the whole gate: lint, types, unused code, every test
// npm test api/tag            only tests whose path contains one of the arguments
// npm test -- --durations     the whole gate; saves the duration of each file, which orders later runs

const filters = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const isGate = filters.length === 0

// Browser tests mostly wait, so more files run at once than there are processors.
const AT_ONCE = 2 * availableParallelism()

const write = (text: string) => void process.stdout.write(text)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    stopAll()
    process.exit(1)
  })

const startedAt = performance.now()
const files = listFiles(filters)
if (files.length === 0) {
  console.error(`no test file has ${filters.join(' or ')} in its path`)
  process.exit(1)
}
const checking = isGate ? runChecks(write) : []
const build = ensureWebBuild() // once, before the test processes need it at the same time
build.catch(() => {}) // thrown below, after the server can be stopped
const postgres = await startTestServer()
try {
  await build
  write(`\n— tests (${files.length} files)\n`)
  const answers = isGate ? recordAnswers() : null
  const env = {
    ...answers?.env,
    TEST_POSTGRES: JSON.stringify(postgres.server),
    NODE_ENV: 'test',
    NODE_COMPILE_CACHE: join(root, '.cache', 'compile'),
  }
  const { results, problems } = await runFiles(files, { folder: root, env, atOnce: AT_ONCE, write })
  const checks = await checking
  problems.push(...(answers?.finish() ?? []))
  const { text, hasFailed } = summarise({ checks, results, problems, seconds: (performance.now() - startedAt) / 1000 })
  if (isGate && process.argv.includes('--durations')) writeDurations(results)
  write(text)
  process.exitCode = hasFailed ? 1 : 0
} finally {
  await postgres.stop()
}
