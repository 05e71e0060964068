import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isDeep, listTestFiles, planFiles, root, traitsOf } from './plan.ts'

const importOf = (name: string) => `import { x } from '${name}'\n`
const browser = importOf('#tests/support/browser.ts')
const processes = importOf('#tests/support/process/whole-process.ts')
const tiers = importOf('#tests/support/tier.ts')
const table = `${tiers}forEachCase(cases, nameOf, run)`
const story = `${tiers}journey('x', run)`

test('the text of a file tells its kind and what of it is in the gate', () => {
  const expected: [string, string, ReturnType<typeof traitsOf>][] = [
    ['rules/a.test.ts', '', { kind: 'shared', inGate: 'whole' }],
    ['api/a.test.ts', table, { kind: 'shared', inGate: 'part' }],
    ['api/a.test.ts', `${tiers}test('slow', run)`, { kind: 'shared', inGate: 'part' }],
    ['tests/threats/a.test.ts', '', { kind: 'shared', inGate: 'none' }],
    ['tests/threats/a.test.ts', table, { kind: 'shared', inGate: 'part' }],
    ['tests/client/a.test.ts', browser, { kind: 'browser', inGate: 'none' }],
    ['tests/client/a.test.ts', browser + story, { kind: 'browser', inGate: 'part' }],
    ['tests/client/a.test.ts', browser + table, { kind: 'browser', inGate: 'part' }],
    ['run/a.test.ts', processes, { kind: 'apart', inGate: 'none' }],
    ['run/a.test.ts', processes + table, { kind: 'apart', inGate: 'none' }],
    ['run/a.test.ts', processes + story, { kind: 'apart', inGate: 'part' }],
    ['run/a.test.ts', importOf('node:child_process'), { kind: 'apart', inGate: 'none' }],
    ['store/a.test.ts', importOf('#database/embedded/postgres.ts'), { kind: 'apart', inGate: 'none' }],
    ['http/a.test.ts', importOf('#tests/support/latency.ts'), { kind: 'timed', inGate: 'none' }],
    ['http/a.test.ts', 'process.memoryUsage.rss()', { kind: 'apart', inGate: 'whole' }],
  ]
  for (const [path, text, traits] of expected) assert.deepEqual(traitsOf(path, text), traits, `${path}\n${text}`)
})

test('the gate and the rest together are everything, and share only files of which each runs a part', () => {
  const [gate, rest, all] = (['gate', 'rest', 'all'] as const).map((tier) => planFiles(tier).map(({ path }) => path))
  assert.deepEqual([...new Set([...gate!, ...rest!])].toSorted(), all!.toSorted())
  const partial = planFiles('all').filter(({ isPartial }) => isPartial)
  assert.deepEqual(gate!.filter((path) => rest!.includes(path)).toSorted(), partial.map(({ path }) => path).toSorted())
  assert.ok(gate!.length > 300 && rest!.length > 100, `${gate!.length} and ${rest!.length} files`)
})

test('a deep file that is in the gate takes its tests from tier.ts, so that only its journeys and tables are', () => {
  const wrong = listTestFiles().filter((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    if (!isDeep(path, text) || traitsOf(path, text).inGate === 'none') return false
    return /import \{[^}]*\btest\b[^}]*\} from 'node:test'/.test(text)
  })
  assert.deepEqual(wrong, [])
})
