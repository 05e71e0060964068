import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { findProjects, getProject, type Project } from '#contract/project.ts'
import { connect } from '#database/sql.ts'
import { assertWithin, timeUntil } from '#tests/support/latency.ts'
import { startProcess, type WholeProcess } from '#tests/support/process/whole-process.ts'
import { strictClient } from '#tests/support/strict-client.ts'
import { test } from '#tests/support/tier.ts'
import { until } from '#tests/support/until.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'projectory-journey-'))
chmodSync(dataDir, 0o755)
let running: WholeProcess | undefined
after(async () => {
  await running?.kill('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
})

// Another client of the same database, like psql.
const openDatabase = () =>
  connect(
    { host: readFileSync(join(dataDir, 'postgres', 'socket'), 'utf8').trim(), port: 5432, user: 'projectory', database: 'projectory' },
    { max: 1, connectTimeout: 30_000 },
  )

async function browseAll(origin: string): Promise<Project[]> {
  const call = strictClient(`${origin}/api`)
  const all: Project[] = []
  for (let page = 1; ; page++) {
    const { projects } = await call(findProjects, { body: page === 1 ? {} : { page } })
    all.push(...projects)
    if (projects.length < 5) return all
  }
}

test('a directory is started, browsed, changed from outside, killed and restarted without data loss', async () => {
  running = await startProcess(dataDir)
  const welcome = /Projectory is ready[\s\S]*api\/docs[\s\S]*anna, boris, vera, gleb, curator, admin/
  const { origin, output } = running
  await until(() => welcome.test(output())) // it answers calls slightly before its output is readable
  const before = await browseAll(origin)
  assert.ok(before.length >= 40)
  assert.equal(new Set(before.map(({ slug }) => slug)).size, before.length, 'every project exactly once')

  const { slug } = before[7]!
  const sql = openDatabase()
  const call = strictClient(`${origin}/api`)
  const nameNow = async () => (await call(getProject, { params: { slug } })).project.name
  const rename = async (round: number) => {
    await sql`update project set name = ${`Переименован ${round}`} where slug = ${slug}`
    return timeUntil('the change', async () => (await nameNow()) === `Переименован ${round}`)
  }
  await assertWithin(250, rename, { tries: 5 })
  await sql.end()

  assert.equal(await running.kill('SIGKILL'), null)
  running = await startProcess(dataDir)
  const after = await browseAll(running.origin)
  assert.deepEqual(after.map((project) => project.slug).toSorted(), before.map((project) => project.slug).toSorted())
  assert.equal(after.find((project) => project.slug === slug)?.name, 'Переименован 5')
})

test('a second start on the same data directory is refused with a message that names it', async () => {
  await assert.rejects(
    startProcess(dataDir),
    (error: Error) => error.message.includes(dataDir) && /in use|holds|another/i.test(error.message),
  )
})

test('SIGTERM stops it with exit code 0, and its database with it', async () => {
  const sql = openDatabase()
  await sql`select 1`
  assert.equal(await running!.kill('SIGTERM'), 0)
  await assert.rejects(sql`select 1`)
  await sql.end({ timeout: 1 })
  running = undefined
})
