import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { Bundle } from '#rules/placement/proof/bundle.ts'
import { checkBundle } from '#rules/placement/proof/check.ts'
import { createRandom } from '#rules/placement/random.ts'
import { canInstall, debianProgram, findProgram } from '#tests/support/process/debian-program.ts'
import { test } from '#tests/support/tier.ts'
import { changedByte, changedValue, isStillTrue } from './mutations.ts'
import { bundleOf, randomHex, randomRound } from './random-round.ts'

// tests/placement/verify.py was written from the description of the bundle, without the code of rules/placement.

const BUNDLES = 1000
const MUTATIONS = 10_000
const random = createRandom([1, 2, 3, 5])
const interpreter = canInstall ? await debianProgram('python3') : findProgram('python3')
const skip = interpreter ? false : 'needs python3: install it, or run npm test tests/placement/second-checker as root on Debian'
const folder = mkdtempSync(join(tmpdir(), 'projectory-placement-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const published = { round: 'autumn-2026' }
const verifier = join(import.meta.dirname, 'verify.py')

function python(args: string[], input = '') {
  const file = join(folder, 'published.json')
  writeFileSync(file, JSON.stringify(published))
  return spawnSync(interpreter!, [verifier, '--published', file, ...args], {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    timeout: 120_000,
  })
}

function answersOf(texts: readonly string[]): string[] {
  const { stdout, stderr, status } = python(['--lines'], `${texts.join('\n')}\n`)
  assert.equal(status, 0, stderr)
  const answers = stdout.trimEnd().split('\n')
  assert.equal(answers.length, texts.length)
  return answers
}

const bundles: Bundle[] = []
for (let index = 0; index < BUNDLES; index++)
  bundles.push(await bundleOf(randomRound(random, { teams: 5, projects: 4 }), index % 2 === 0 ? 'fair' : 'fullest', randomHex(random)))

test('both checkers accept every bundle', { skip }, async () => {
  const texts = bundles.map((bundle) => JSON.stringify(bundle))
  for (const text of texts) assert.equal((await checkBundle(text, { published })).difference, null, text)
  for (const [index, answer] of answersOf(texts).entries()) assert.equal(answer, 'ok', texts[index])
})

for (const [name, change] of Object.entries({ 'one character': changedByte, 'one value': changedValue }))
  test(`both checkers refuse ${MUTATIONS / 2} bundles in which ${name} was changed`, { skip }, async (context) => {
    const refused: string[] = []
    const stillTrue: string[] = []
    while (refused.length < MUTATIONS / 2) {
      const bundle = bundles[random() % bundles.length]!
      const text = change(bundle, random)
      if (text === null) continue
      if (isStillTrue(bundle, text)) stillTrue.push(text)
      else refused.push(text)
    }
    for (const text of refused) assert.notEqual((await checkBundle(text, { published })).difference, null, text)
    for (const [index, answer] of answersOf(refused).entries()) assert.notEqual(answer, 'ok', refused[index])
    // Limits, marks and locks under which the same placement is right: no checker can know that they were others.
    for (const text of stillTrue) assert.equal((await checkBundle(text, { published })).difference, null, text)
    for (const [index, answer] of answersOf(stillTrue).entries()) assert.equal(answer, 'ok', stillTrue[index])
    context.diagnostic(`${refused.length} refused; ${stillTrue.length} others have the same result and are accepted`)
  })

test('it accepts a bundle that was published before version 2', { skip }, () => {
  const file = join(import.meta.dirname, 'published-before.bundle.json')
  const { status, stdout } = spawnSync(interpreter!, [verifier, file], { encoding: 'utf8' })
  assert.deepEqual([status, stdout.startsWith('ok')], [0, true], stdout)
})

test('as a command it exits with 0 or 1', { skip }, () => {
  const file = join(folder, 'bundle.json')
  const bundle = bundles.find(({ placement }) => placement.some(({ project }) => project !== null))!
  writeFileSync(file, JSON.stringify(bundle, null, 2))
  assert.equal(python([file]).status, 0)
  writeFileSync(file, JSON.stringify({ ...bundle, placement: bundle.placement.map(({ team }) => ({ team, project: null })) }))
  const { status, stdout } = python([file])
  assert.equal(status, 1)
  assert.match(stdout, /^placement: \w+ should have project-\d/)
})
