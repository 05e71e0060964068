import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Bundle } from '#rules/placement/proof/bundle.ts'
import { bundleOf } from '#tests/placement/random-round.ts'
import { runAlone } from '#tests/support/process/command.ts'

const folder = mkdtempSync(join(tmpdir(), 'projectory-round-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const choices = [
  { team: 'AAAAAAAAAAAAAAAA', projects: ['museum-archive', 'bus-times'] },
  { team: 'BBBBBBBBBBBBBBBB', projects: ['museum-archive'] },
]
const bundle = await bundleOf(
  { choices, places: { 'museum-archive': 1, 'bus-times': null }, marks: [], locks: [] },
  'fair',
  'ab'.repeat(32),
)

function verify(content: Bundle | string | Uint8Array, ...options: string[]) {
  const file = join(folder, 'bundle.json')
  writeFileSync(file, typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content, null, 2))
  return runAlone(folder, ['round', 'verify', file, ...options])
}

test('a right bundle passes every step: exit 0, without a server', () => {
  const { status, stdout, stderr } = verify(bundle)
  assert.equal(status, 0, stderr)
  assert.equal(stdout.match(/^✓ /gm)?.length, 5)
  assert.match(stdout, /“fair”: \d of 2 teams placed\. The record is right\./)
  assert.match(stdout, /--seed-hash/)
})

test('the first difference is named: exit 1', () => {
  const swapped = bundle.placement.map(({ team }, index) => ({ team, project: bundle.placement.at(-1 - index)!.project }))
  const { status, stdout } = verify({ ...bundle, placement: swapped })
  assert.equal(status, 1)
  assert.match(
    stdout,
    /^✓ The lottery numbers are computed\n✗ The placement follows from the rule: A{16}: the file says .+, it should be /m,
  )
})

test('a bundle that agrees with itself but not with what was announced is refused: exit 1', () => {
  assert.equal(verify(bundle, '--seed-hash', bundle.seedHash, '--choices-digest', bundle.choicesDigest).status, 0)
  const { status, stdout } = verify(bundle, '--seed-hash', '0'.repeat(64))
  assert.equal(status, 1)
  assert.match(stdout, /^✗ It matches what was published before the results: seedHash/m)
})

test('what is not a bundle is a failed check of the format: exit 1, no control characters', () => {
  for (const content of ['', '[]', Uint8Array.of(0xff, 0xfe), JSON.stringify({ ...bundle, places: { '\u001b[31m': -1 } })]) {
    const { status, stdout } = verify(content)
    assert.equal(status, 1)
    assert.match(stdout, /^✗ The file has the right format: /)
    assert.ok(!stdout.includes('\u001b'))
  }
})

test('a missing file is a failure, a missing name a usage error', () => {
  assert.equal(runAlone(folder, ['round', 'verify', 'nowhere.json']).status, 1)
  assert.equal(runAlone(folder, ['round', 'verify']).status, 2)
  assert.equal(runAlone(folder, ['round']).status, 2)
})

test('a bundle that was published before reasons were hashed is right: exit 0', () => {
  const { status, stdout } = verify(readFileSync(join(import.meta.dirname, '../../tests/placement/published-before.bundle.json'), 'utf8'))
  assert.equal(status, 0, stdout)
  assert.match(stdout, /“fair”: 3 of 5 teams placed\. The record is right\./)
})

test('whoever has the reason of a lock and its key can show that it is the one of the bundle', () => {
  const key = 'cd'.repeat(32)
  const reason = `hmac-sha256:${createHmac('sha256', Buffer.from(key, 'hex')).update('Второй год 🙂').digest('hex')}`
  const locks = [{ team: 'CCCCCCCCCCCCCCCC', project: 'bus-times', reason }]
  const placement = [...bundle.placement, { team: 'CCCCCCCCCCCCCCCC', project: 'bus-times' }]
  const locked = { ...bundle, locks, placement }
  const right = verify(locked, '--reason', 'Второй год 🙂', '--reason-key', key)
  assert.deepEqual(
    [right.status, /^✓ The reason is that of C{16} in bus-times$/m.test(right.stdout)],
    [0, true],
    right.stdout + right.stderr,
  )
  const wrong = verify(locked, '--reason', 'Второй год', '--reason-key', key)
  assert.deepEqual([wrong.status, /^✗ The reason is not in the file$/m.test(wrong.stdout)], [1, true])
  assert.equal(verify(locked, '--reason', 'Второй год').status, 2)
})
