import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readConfig } from '#run/config/config.ts'
import { quietLog } from '#run/log/log.ts'
import { serve } from '#run/serve.ts'
import { withStoreAsItIs } from '#run/store.ts'
import { findBackupFacts } from '#store/backup/record.ts'
import { runAlone } from '#tests/support/process/command.ts'

const folder = mkdtempSync(join(tmpdir(), 'projectory-backup-'))
const other = mkdtempSync(join(tmpdir(), 'projectory-backup-'))
after(() => {
  for (const one of [folder, other]) rmSync(one, { recursive: true, force: true })
})
const file = join(folder, 'whole.tar.zst')

test('an operator makes, checks and proves a backup while the service runs, and restores it elsewhere', async () => {
  const running = await serve(readConfig({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' }), quietLog())
  try {
    const made = runAlone(folder, ['backup', '--out', file])
    assert.equal(made.status, 0, made.stderr)
    assert.match(made.stdout, /whole\.tar\.zst: .* rows, \d+ files\./)
    assert.match(made.stderr, /key file .* is not in the backup/)
    const [row] = await running.store.sql`select state, kind, location from backup`
    assert.deepEqual(row, { state: 'complete', kind: 'manual', location: file })
  } finally {
    await running.stop()
  }
  const verified = runAlone(folder, ['backup', 'verify', file])
  assert.equal(verified.status, 0, verified.stderr)
  assert.match(verified.stdout, /complete and undamaged/)
  assert.equal(verified.stderr, '')
  const proven = runAlone(folder, ['backup', 'prove', file])
  assert.equal(proven.status, 0, proven.stderr)
  assert.match(proven.stdout, /equal to their checksums\.\nIt is signed by this directory/)
  assert.equal(proven.stderr, '')
  const { lastProven } = await withStoreAsItIs(readConfig({ DATA_DIR: folder }), quietLog(), ({ sql }) => findBackupFacts(sql, new Date()))
  assert.deepEqual([lastProven?.location, lastProven?.proofProblem], [file, null], 'the console and the alerts know of it')
  const elsewhere = runAlone(other, ['backup', 'prove', file])
  assert.deepEqual([elsewhere.status, elsewhere.stderr], [0, ''], 'without a database')
  assert.ok(!existsSync(join(other, 'postgres')))

  const untrusted = runAlone(other, ['restore', file])
  assert.deepEqual([untrusted.status, /no KEY_FILE.*--trust/.test(untrusted.stderr)], [1, true], untrusted.stderr)
  const restored = runAlone(other, ['restore', file, '--trust'])
  assert.equal(restored.status, 0, restored.stderr)
  assert.match(restored.stdout, /Restored \d+ rows and \d+ files/)
  assert.match(restored.stdout, /All \d{2,} tables are equal to their checksums/)
  assert.match(restored.stdout, /npx projectory doctor --audit/)
  assert.match(restored.stderr, /KEY_FILE .* does not exist/)
  cpSync(join(folder, 'keys'), join(other, 'keys'), { recursive: true })
  const again = runAlone(other, ['restore', file])
  assert.equal(again.status, 1)
  assert.match(again.stderr, /--replace/)
  const own = runAlone(other, ['restore', file, '--replace'])
  assert.deepEqual([own.status, own.stderr], [0, ''], 'with its key file')
})

test('faults are named, with their exit codes', async () => {
  assert.equal(runAlone(folder, ['backup', 'verify']).status, 2)
  assert.equal(runAlone(folder, ['restore']).status, 2)
  assert.equal(runAlone(folder, ['backup', '--recipient', 'age1nonsense', '--out', file]).status, 2)
  const plain = join(folder, 'plain.tar.zst')
  const empty = runAlone(folder, ['backup', '--recipient', '', '--out', plain])
  assert.deepEqual([empty.status, /--recipient is empty/.test(empty.stderr), existsSync(plain)], [2, true, false])
  const missing = runAlone(folder, ['backup', 'verify', join(folder, 'no.tar.zst')])
  assert.deepEqual([missing.status, /does not exist/.test(missing.stderr)], [1, true])
  const bytes = readFileSync(file)
  bytes[bytes.length >> 1]! ^= 1
  writeFileSync(join(folder, 'damaged.tar.zst'), bytes)
  const damaged = runAlone(folder, ['backup', 'verify', join(folder, 'damaged.tar.zst')])
  assert.deepEqual([damaged.status, /damaged/.test(damaged.stderr)], [1, true])
  writeFileSync(file, bytes) // the backup that was proven is damaged now
  assert.equal(runAlone(folder, ['backup', 'prove', file]).status, 1)
  const { lastProven, lastFailed } = await withStoreAsItIs(readConfig({ DATA_DIR: folder }), quietLog(), ({ sql }) =>
    findBackupFacts(sql, new Date()),
  )
  assert.deepEqual([lastProven, lastFailed?.location, /damaged/.test(lastFailed?.proofProblem ?? '')], [null, file, true])
  const nowhere = runAlone(folder, ['backup'])
  assert.deepEqual([nowhere.status, /BACKUP_TO/.test(nowhere.stderr)], [1, true])
  const to = { BACKUP_TO: join(folder, 'kept') }
  assert.equal(runAlone(folder, ['backup'], to).status, 0)
  assert.match(runAlone(folder, ['backup', 'list'], to).stdout, /kept\/projectory-\d{8}T\d{6}Z\.tar\.zst {2}.*rows/)
  assert.ok(existsSync(join(folder, 'kept', 'files')) && readdirSync(join(folder, 'kept')).length === 3)
})

test('a file that was missing when the backup was made is named by every command that reads the backup', () => {
  const lacking = join(folder, 'lacking.tar.zst')
  const blob = readdirSync(join(folder, 'files', 'blobs'), { recursive: true, withFileTypes: true }).find((entry) => entry.isFile())!
  rmSync(join(blob.parentPath, blob.name))
  const isNamed = new RegExp(`The file ${blob.name} is not in the backup: file not found in the store\\. Take it from an older backup`)
  const made = runAlone(folder, ['backup', '--out', lacking])
  assert.equal(made.status, 0, made.stderr)
  assert.match(made.stderr, isNamed)
  const verified = runAlone(folder, ['backup', 'verify', lacking])
  assert.match(verified.stdout, /is undamaged, but 1 file was missing or damaged when it was made/)
  assert.match(verified.stderr, isNamed)
  assert.equal(verified.status, 1)
  for (const command of [
    ['backup', 'prove', lacking],
    ['restore', lacking, '--replace'],
  ]) {
    const done = runAlone(other, command)
    assert.equal(done.status, 0, done.stderr)
    assert.match(done.stderr, isNamed)
  }
})
