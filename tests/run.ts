import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ensureWebBuild } from '#run/web-build.ts'
import { startEmbedded } from '#store/embedded/postgres.ts'
import { migrate } from '#store/migrate.ts'
import { seedDemo } from '#store/seed.ts'
import { connect } from '#store/sql.ts'
import { DEMO_TEMPLATE, TEMPLATE } from './support/database.ts'
import { keepInMemory } from './support/files.ts'
import { recordAnswers } from './support/observed-answers.ts'

// npm test            the whole gate: lint, types, unused code, every test
// npm test api/tag    only tests whose path holds one of the words

const root = new URL('..', import.meta.url).pathname
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const isGate = words.length === 0

// Most of a journey is waiting, so more run at once than there are processors, the long ones first; except where a promise of 250 ms is held.
const AT_ONCE = 2 * availableParallelism()
const timed = ['catalog/follow.test.ts', 'tests/journeys/browse-kill-restart.test.ts', 'tests/threats/revocation.test.ts']
const byLength = (a: string, b: string) => Number(b.startsWith('tests/')) - Number(a.startsWith('tests/')) || (a < b ? -1 : 1)

function run(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    const stop = () => child.kill('SIGTERM')
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
    child.on('exit', (code) => {
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
      resolve(code ?? 1)
    })
  })
}

const tool = (name: string) => join(root, 'node_modules', '.bin', name)

async function gate(): Promise<boolean> {
  const steps: [string, string, string[]][] = [
    ['lint and format', process.execPath, [tool('biome'), 'check', '--error-on-warnings']],
    ['types', process.execPath, [tool('tsc'), '-p', '.']],
    ['types of the client', process.execPath, [tool('tsc'), '-p', 'tsconfig.web.json']],
    ['unused code', process.execPath, [tool('knip')]],
  ]
  for (const [what, command, args] of steps) {
    console.log(`\n— ${what}`)
    if ((await run(command, args)) !== 0) return false
  }
  return true
}

async function tests(): Promise<number> {
  await ensureWebBuild() // once, before many test files ask for it at the same time
  const folder = mkdtempSync(join(tmpdir(), 'projectory-test-'))
  // Crash safety is tested by its own tests on servers of their own; here only speed counts.
  const postgres = await startEmbedded(folder, { settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } })
  try {
    const server = { host: postgres.host, port: postgres.port, user: postgres.user }
    const admin = connect({ ...server, database: 'postgres' }, { max: 1, statementTimeout: 60_000 })
    await admin.unsafe(`create database ${TEMPLATE}`)
    const empty = connect({ ...server, database: TEMPLATE }, { max: 2 })
    await migrate(empty)
    await empty.end()
    await admin.unsafe(`create database ${DEMO_TEMPLATE} template ${TEMPLATE}`)
    const demo = connect({ ...server, database: DEMO_TEMPLATE }, { max: 2 })
    await seedDemo(demo, { today: new Date().toISOString().slice(0, 10), keepFile: keepInMemory })
    await demo.end()
    await admin.end()
    const files = globSync('**/*.test.ts', {
      cwd: root,
      exclude: (name) => name === 'node_modules' || name === '.cache' || name === 'data',
    })
      .map((file) => relative(root, join(root, file)))
      .filter((file) => isGate || words.some((word) => file.includes(word.replace(/^\.\//, ''))))
      .sort(byLength)
    if (files.length === 0) {
      console.error(`no test file has ${words.join(' or ')} in its path`)
      return 1
    }
    console.log(`\n— tests (${files.length} files)`)
    const answers = isGate ? recordAnswers() : null
    const env = {
      ...answers?.env,
      TEST_POSTGRES: JSON.stringify(server),
      NODE_ENV: 'test',
      NODE_COMPILE_CACHE: join(root, '.cache', 'compile'), // hundreds of processes load the same files: a third of their processor time
    }
    const runAll = async (some: string[], atOnce: number) =>
      some.length === 0 ? 0 : run(process.execPath, ['--test', `--test-concurrency=${atOnce}`, '--test-timeout=300000', ...some], env)
    const isTimed = (file: string) => timed.includes(file)
    const together = await runAll(
      files.filter((file) => !isTimed(file)),
      AT_ONCE,
    )
    const alone = await runAll(files.filter(isTimed), 1)
    const complaints = answers?.finish() ?? []
    if (together || alone) return 1
    for (const complaint of complaints) console.error(complaint)
    return complaints.length > 0 ? 1 : 0
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const isGateGood = !isGate || (await gate())
process.exitCode = isGateGood ? await tests() : 1
