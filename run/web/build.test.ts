import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { appendFileSync, chmodSync, cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { makeCheckout } from '#tests/support/process/checkout.ts'
import { startProcess, type WholeProcess } from '#tests/support/process/whole-process.ts'
import { ensureWebBuild } from './build.ts'

const folder = mkdtempSync(join(tmpdir(), 'web-build-test-'))
chmodSync(folder, 0o755)
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

const contents = (dist: string): Record<string, string> => {
  const files = globSync('**/*.*', { cwd: dist }).toSorted()
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(dist, file), 'latin1')]))
}
const change = (checkout: string): void => appendFileSync(join(checkout, 'client/client.css'), '\n.changed { color: red }\n')
const build = (checkout: string) => promisify(execFile)(process.execPath, [join(checkout, 'cli/main.ts'), 'build'], { cwd: checkout })

/** The page with all its assets, by path. */
async function pageOf({ origin }: WholeProcess): Promise<Record<string, string>> {
  const read = async (path: string) => {
    const response = await fetch(origin + path)
    assert.equal(response.status, 200, path)
    return response.text()
  }
  const page: Record<string, string> = { '/': await read('/'), '/sw.js': await read('/sw.js') }
  const paths = new Set(Object.values(page).flatMap((text) => [...text.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path!)))
  assert.ok(paths.size > 5)
  for (const path of paths) page[path] = await read(path)
  return page
}

test('a second start with changed sources does not change the pages of the first, nor its build', async () => {
  const checkout = makeCheckout()
  const first = await startProcess(join(folder, 'first'), { DEMO: 'false' }, checkout)
  const [page, built] = [await pageOf(first), contents(join(checkout, 'dist'))]
  change(checkout)
  const second = await startProcess(join(folder, 'second'), { DEMO: 'false' }, checkout)
  const other = await pageOf(second)
  assert.ok(Object.entries(other).some(([path, text]) => path.endsWith('.css') && text.includes('.changed')))
  assert.notEqual(other['/'], page['/'])
  assert.deepEqual(await pageOf(first), page)
  const now = contents(join(checkout, 'dist'))
  for (const [file, text] of Object.entries(built)) assert.equal(now[file], text, file)
  await Promise.all([first.kill('SIGTERM'), second.kill('SIGTERM')])
})

test('two concurrent builds of the same sources result in one build', async () => {
  const checkout = makeCheckout()
  rmSync(join(checkout, 'dist'), { recursive: true })
  const outputs = await Promise.all([build(checkout), build(checkout)])
  assert.equal(outputs[0].stdout, outputs[1].stdout)
  assert.match(outputs[0].stdout, /The client is built in .*\/dist\/[0-9a-f]{16}\.\nThe embedded PostgreSQL is ready\./)
  assert.deepEqual(
    readdirSync(join(checkout, 'dist')).map((name) => /^[0-9a-f]{16}$/.test(name)),
    [true],
  )
})

test('a new build removes builds and drafts that are older than a day', async () => {
  const checkout = makeCheckout()
  const dist = join(checkout, 'dist')
  const hours = { 'draft-old': 25, '0123456789abcdef': 25, 'draft-new': 1, fedcba9876543210: 23 }
  for (const [name, age] of Object.entries(hours)) {
    mkdirSync(join(dist, name))
    utimesSync(join(dist, name), new Date(), new Date(Date.now() - age * 3_600_000))
  }
  const before = await build(checkout)
  assert.equal(readdirSync(dist).filter((name) => name in hours).length, 4, 'nothing to build, nothing to remove')
  change(checkout)
  assert.notEqual((await build(checkout)).stdout, before.stdout)
  assert.deepEqual(
    readdirSync(dist)
      .filter((name) => name in hours)
      .toSorted(),
    ['draft-new', 'fedcba9876543210'],
  )
})

test('an installation without sources serves the build that was shipped with it, and refuses several', async () => {
  const checkout = makeCheckout()
  const { state } = await ensureWebBuild()
  const dist = join(checkout, 'dist')
  for (const name of readdirSync(dist).filter((name) => name !== state)) rmSync(join(dist, name), { recursive: true })
  rmSync(join(checkout, 'client'), { recursive: true })
  assert.match((await build(checkout)).stdout, new RegExp(state))
  cpSync(join(dist, state), join(dist, 'another'), { recursive: true })
  await assert.rejects(build(checkout), /one build is needed in dist\/; there are 2/)
  rmSync(dist, { recursive: true })
  await assert.rejects(build(checkout), /there are none/)
})
