import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Kind } from './plan.ts'
import { type PoolOptions, runFiles } from './pool.ts'
import { summarise } from './summary.ts'

// Each way in which a run can fail, with a generated test file for each.

const folder = mkdtempSync(join(tmpdir(), 'projectory-runner-'))
after(() => rmSync(folder, { recursive: true, force: true }))

async function run(files: Record<string, string>, kind: Kind = 'shared', settings: Partial<PoolOptions> = {}) {
  const paths = Object.keys(files)
  for (const path of paths)
    writeFileSync(
      join(folder, path),
      `import { test, describe, before, after } from 'node:test'\nimport assert from 'node:assert'\n${files[path]}`,
    )
  let written = ''
  const write = (text: string) => {
    written += text
  }
  const options = { folder, env: {}, atOnce: 1, write, ...settings }
  const outcome = await runFiles(
    paths.map((path) => ({ path, kind, seconds: 1, isPartial: false })),
    options,
  )
  const { text, hasFailed } = summarise({ checks: [], seconds: 1, ...outcome })
  const counts = Object.fromEntries([...text.matchAll(/^ℹ (\w+) (\d+)$/gm)].map(([, name, count]) => [name, Number(count)]))
  return { ...outcome, written, text, hasFailed, counts }
}
const good = `test('good', () => {})`

test('files share a process, are reported separately, and their tests are counted', async () => {
  const inner = `describe('some', () => { test('one', () => {}); test.skip('two', () => {}) }); test('three', () => console.log('pid', process.pid))`
  const { results, hasFailed, counts, written, text } = await run({ 'a.mjs': inner, 'b.mjs': inner })
  assert.equal(hasFailed, false, text)
  assert.deepEqual(
    results.map(({ path }) => path),
    ['a.mjs', 'b.mjs'],
  )
  assert.deepEqual(counts, { tests: 6, suites: 2, pass: 4, fail: 0, cancelled: 0, skipped: 2, todo: 0 })
  assert.equal(new Set(written.match(/^pid \d+$/gm)).size, 1)
  assert.match(text, /ℹ tests 6\n(ℹ .*\n){6}ℹ duration_ms [\d.]+\n$/, 'the totals come last')
})

test('an isolated file runs in its own process', async () => {
  const { written } = await run(
    { 'a.mjs': `test('a', () => console.log('pid', process.pid))`, 'b.mjs': `test('b', () => console.log('pid', process.pid))` },
    'apart',
  )
  assert.equal(new Set(written.match(/^pid \d+$/gm)).size, 2)
})

test('hooks at the top of a file belong to that file', async () => {
  const hooks = (name: string) => `before(() => console.log('before ${name}')); after(() => console.log('after ${name}')); ${good}`
  const { written } = await run({ 'a.mjs': hooks('a'), 'b.mjs': hooks('b') })
  assert.deepEqual(written.match(/^(before|after) .$/gm), ['before a', 'after a', 'before b', 'after b'])
})

test('environment variables and working directory are restored before each file', async () => {
  const changing = `test('changes', () => { process.env.LEFT = 'here'; process.env.GIVEN = 'changed'; process.chdir('/') })`
  const looking = `test('looks', () => assert.deepEqual([process.env.LEFT, process.env.GIVEN, process.cwd()], [undefined, 'given', ${JSON.stringify(folder)}]))`
  const { hasFailed, text } = await run({ 'a.mjs': changing, 'b.mjs': looking }, 'shared', { env: { GIVEN: 'given' } })
  assert.equal(hasFailed, false, text)
})

test('generated cases depend on the seed of the run alone', async () => {
  const drawing = `import fc from '${import.meta.resolve('fast-check')}'
    test('draws', () => fc.assert(fc.property(fc.integer(), (number) => { console.log('drawn', number) })))`
  const drawn = async (seed: string) =>
    (await run({ 'a.mjs': drawing }, 'apart', { env: { TEST_SEED: seed } })).written.match(/^drawn .*$/gm)
  const first = await drawn('one')
  assert.equal(first?.length, 100)
  assert.deepEqual(await drawn('one'), first)
  assert.notDeepEqual(await drawn('two'), first)
})

test('a failing test is reported with its error, and the files after it run', async () => {
  const { hasFailed, counts, text } = await run({ 'a.mjs': `test('wrong', () => assert.equal(1, 2))`, 'b.mjs': good })
  assert.equal(hasFailed, true)
  assert.deepEqual([counts.pass, counts.fail], [1, 1])
  assert.match(text, /failing tests:.*a\.mjs.*wrong.*1 == 2/s)
})

const failing: [string, string, RegExp][] = [
  ['a file without tests', '', /a\.mjs: it has no tests/],
  ['a file that cannot be loaded', `throw new Error('not loaded')\n${good}`, /not loaded/],
  ['a failing hook before', `before(() => { throw new Error('hook broke') }); ${good}`, /hook broke/],
  ['a failing hook after', `after(() => { throw new Error('hook broke') }); ${good}`, /hook broke/],
  ['a process that exits early with code 0', `test('ends', () => process.exit(0))`, /a\.mjs: its process ended with exit code 0/],
  ['a process that is killed', `test('dies', () => process.kill(process.pid, 'SIGKILL'))`, /a\.mjs: its process ended with SIGKILL/],
  ['a process that crashes', `test('crashes', () => process.abort())`, /a\.mjs: its process ended with SIGABRT/],
  ['a process listener that is not removed', `test('listens', () => { process.on('SIGHUP', () => {}) })`, /removes its process listeners/],
]
for (const [what, body, message] of failing)
  test(`${what} is a failure, and the next file runs`, async () => {
    const { hasFailed, counts, text } = await run({ 'a.mjs': body, 'b.mjs': good })
    assert.equal(hasFailed, true)
    assert.match(text, message)
    assert.ok(counts.fail! > 0, text)
    assert.ok(counts.pass! > 0, 'the second file ran')
  })

test('a file that fails while the day changes runs again, and one that fails on one day does not', async () => {
  const days = ['Monday', 'Tuesday', 'Tuesday'] // before and after the first run, before the second
  const seen = join(folder, 'seen')
  const once = `import { existsSync, writeFileSync } from 'node:fs'
    test('met two days', () => { if (!existsSync('${seen}')) { writeFileSync('${seen}', ''); assert.fail('yesterday') } })`
  const again = await run({ 'a.mjs': once }, 'shared', { today: () => days.shift()! })
  assert.deepEqual([again.hasFailed, again.counts.pass, days], [false, 1, []])
  assert.match(again.written, /a\.mjs ran across midnight/)
  rmSync(seen)
  assert.equal((await run({ 'a.mjs': once }, 'shared', { today: () => 'Monday' })).hasFailed, true)
})

test('a test that never ends is a failure, and the next file runs', async () => {
  const endless = `test('waits', () => new Promise(() => setInterval(() => {}, 1000)))`
  const { hasFailed, counts, text } = await run({ 'a.mjs': endless, 'b.mjs': good }, 'shared', { fileTimeout: 15_000 })
  assert.deepEqual([hasFailed, counts.fail, counts.pass], [true, 1, 1])
  assert.match(text, /a\.mjs: it did not end within 15 s/)
})

test('an error after the end of its test, and a resource left open, fail the run', async () => {
  const late = await run({
    'a.mjs': `test('late', () => void setTimeout(() => { throw new Error('too late') }, 20)); test('next', () => new Promise((r) => setTimeout(r, 200)))`,
  })
  assert.deepEqual([late.hasFailed, late.counts.fail], [true, 1])
  assert.match(late.text, /a\.mjs.*too late/s)
  const open = await run({ 'a.mjs': `test('opens', () => void setInterval(() => {}, 1000))` }, 'shared', { exitTimeout: 1_000 })
  assert.deepEqual([open.hasFailed, open.counts.fail], [true, 1])
  assert.match(open.text, /did not end after its last file.*Timeout/s)
})
