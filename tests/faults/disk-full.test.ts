import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext } from 'node:test'
import { createSearchFile } from '#catalog/search-file.ts'
import { startEmbedded } from '#database/embedded/postgres.ts'
import { connect } from '#database/sql.ts'
import { createDiskArchive } from '#files/archive.ts'
import { createDiskStore } from '#files/disk.ts'
import { createLog } from '#http/observe/log.ts'
import { runBackup } from '#run/backup/backup.ts'
import { readConfig } from '#run/config/config.ts'
import { explainDiskFault, messageOf } from '#run/files/disk-fault.ts'
import { quietLog } from '#run/log/log.ts'
import { backUp, demoRig, emptyRig, listBackups, restore } from '#tests/support/backups.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { runAlone } from '#tests/support/process/command.ts'
import { mountSmallDisk, type SmallDisk } from '#tests/support/process/small-disk.ts'
import { personOf, upload } from '#tests/support/result.ts'
import { startService } from '#tests/support/service.ts'
import { test } from '#tests/support/tier.ts'
import { until } from '#tests/support/until.ts'

// What operators read when a disk is full: the place, what it is for, how much is free, and what to do. Callers get an answer, never a stack.

const folder = mkdtempSync(join(tmpdir(), 'disk-full-test-'))
after(() => rmSync(folder, { recursive: true, force: true }))

function smallDisk(t: TestContext, name: string, megabytes: number): { disk: SmallDisk; path: string } | null {
  const path = join(folder, name)
  const disk = mountSmallDisk(path, megabytes)
  if (disk === null) t.skip('no disk can be mounted here; the commands that write to /dev/full are tested everywhere')
  else t.after(disk.remove)
  return disk && { disk, path }
}

const free = /[\d,.]+ MB of [\d,.]+ MB are free/
const failureOf = async (work: PromiseLike<unknown>): Promise<Error & { code?: string }> => {
  try {
    await work
  } catch (error) {
    return error as Error
  }
  throw new Error('it did not fail')
}
const assertNoStack = (text: string) => assert.doesNotMatch(text, /\n\s+at /, text)

test('a command that writes to a full disk, or whose output does, says so and fails', () => {
  const asked = runAlone(folder, ['export', 'project', '--template', '--out', '/dev/full'])
  assert.equal(asked.status, 1)
  assert.match(asked.stderr, /No space is left for \/dev\/full: .*name another place/)
  assertNoStack(asked.stderr)
  const main = join(import.meta.dirname, '..', '..', 'cli', 'main.ts')
  for (const args of [['export', 'project', '--template'], ['routes']]) {
    const full = openSync('/dev/full', 'w')
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined, DATA_DIR: folder }
    const { status, stderr } = spawnSync(process.execPath, [main, ...args], {
      cwd: folder,
      env,
      encoding: 'utf8',
      stdio: ['ignore', full, 'pipe'],
    })
    closeSync(full)
    assert.equal(status, 1, stderr)
    assert.match(stderr, /The output is not complete: ENOSPC/)
    assertNoStack(stderr)
  }
})

test('uploads: 507 for the caller; the log names the folder of uploads once, and /readyz the folder of the data', async (t) => {
  const made = smallDisk(t, 'service', 4)
  if (made === null) return
  const env = { DATA_DIR: made.path, KEY_FILE: join(folder, 'master.key'), ENV_FILE: '/etc/projectory/projectory.env' }
  const service = await startService({ env })
  t.after(service.close)
  const boris = await personOf(service, 'boris')
  made.disk.fill()
  const large = { content: Buffer.alloc(200_000, 'a') }
  for (let tries = 0; tries < 3; tries++) {
    const response = await upload(service, boris, large)
    const body = await response.clone().text()
    assertNoStack(body)
    assert.ok(!body.includes(made.path), 'callers do not see paths')
    await assertProblem(response, 'storage_full')
  }
  const lines = () => service.logged.map((line) => JSON.parse(line) as { level: string; msg: string; remedy?: string })
  const said = lines().filter(({ msg, remedy }) => msg === 'call failed' && remedy !== undefined)
  assert.equal(said.length, 1, 'once for all calls of ten seconds')
  assert.ok(said[0]!.remedy!.startsWith(`No space is left in ${made.path}/files/.tmp (uploads in progress): `), said[0]!.remedy)
  assert.match(said[0]!.remedy!, free)
  assert.match(said[0]!.remedy!, /DATA_DIR\/cache can be deleted.*set DATA_DIR.*Settings are in \/etc\/projectory\/projectory\.env\.$/)
  const reported = (text: string) => lines().filter(({ msg }) => msg === text)
  await until(async () => (await fetch(`${service.origin}/readyz`)).status === 503 && reported('files cannot be stored').length > 0)
  const [data] = reported('the folder of the data cannot be written')
  assert.ok(data!.remedy!.includes(`${made.path} (the data of the directory)`), data!.remedy)
  made.disk.empty()
  await until(async () => (await fetch(`${service.origin}/readyz`)).status === 200)
  assert.equal((await upload(service, boris, large)).status, 200)
  for (const text of ['the folder of the data cannot be written', 'files cannot be stored']) {
    assert.equal(reported(text).length, 1)
    assert.equal(reported(`no longer: ${text}`).length, 1)
  }
})

test('a backup: the command, the record that the console shows and the log name the place of the backups', async (t) => {
  const made = smallDisk(t, 'backups', 1)
  if (made === null) return
  const rig = await demoRig()
  t.after(rig.close)
  const config = readConfig({ DATA_DIR: rig.folder, BACKUP_TO: join(made.path, 'nightly') })
  made.disk.fill(100_000)
  const error = await failureOf(runBackup({ config, database: rig.database, kind: 'manual', log: quietLog() }))
  const expected = `No space is left in ${made.path}/nightly (backups): `
  assert.ok(explainDiskFault(error, config)!.startsWith(expected), explainDiskFault(error, config)!)
  const problem = (await listBackups(rig.sql))[0]!.problem!
  assert.ok(problem.includes(expected) && /BACKUP_KEEP.*set BACKUP_TO/.test(problem), problem)
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) }, { remedyOf: (error) => explainDiskFault(error, config) })
  log.error({ err: error }, 'the scheduled backup failed')
  assert.ok(JSON.parse(lines[0]!).remedy.startsWith(expected))
})

test('a restore: the place of the files is named, and nothing is restored', async (t) => {
  const made = smallDisk(t, 'restored', 1)
  if (made === null) return
  const [rig, other] = [await demoRig(), await emptyRig()]
  t.after(rig.close)
  t.after(other.close)
  const backup = await backUp(rig)
  made.disk.fill(50_000)
  const config = readConfig({ DATA_DIR: made.path })
  const files = createDiskStore(join(made.path, 'files'))
  const error = await failureOf(restore(other, { place: rig.place, name: backup.name }, { files }))
  assert.match(messageOf(error, config), /No space is left in \S+\/files\/\.tmp \(uploads in progress\): .* are free/)
  assert.equal((await other.sql`select 1 from pg_tables where schemaname = 'public'`).length, 0)
})

test('the embedded database: a first start on a full disk names DATA_DIR/postgres', (t) => {
  const made = smallDisk(t, 'first', 8)
  if (made === null) return
  const { status, stderr, stdout } = runAlone(made.path, ['serve'], { PORT: '0' })
  assert.equal(status, 1, stdout)
  assert.match(stderr, /The database could not be created in .*No space left on device/s)
  assert.ok(stderr.includes(`No space is left in ${made.path}/postgres (the embedded database): `), stderr)
  assert.match(stderr, /set DATABASE_URL to use a server of your own/)
  assertNoStack(stderr)
})

test('the embedded database: a full disk at work is PostgreSQL’s disk_full, and is explained by its place', async (t) => {
  const made = smallDisk(t, 'work', 160)
  if (made === null) return
  const postgres = await startEmbedded(join(made.path, 'postgres'))
  t.after(() => postgres.stop())
  const { host, port, user, database } = postgres
  const sql = connect({ host, port, user, database }, { max: 1, connectTimeout: 60_000 })
  t.after(() => sql.end({ timeout: 5 }))
  await sql`create unlogged table large (text text)` // without the write-ahead log, which would stop the server
  made.disk.fill(4_000_000)
  const error = await failureOf(sql`insert into large select repeat('x', 1000) from generate_series(1, 20000)`)
  made.disk.empty()
  assert.equal(error.code, '53100', String(error))
  const text = explainDiskFault(error, readConfig({ DATA_DIR: made.path }))!
  assert.ok(text.startsWith(`No space is left in ${made.path}/postgres (the embedded database): `), text)
})

test('the search index and the exports of the audit log name their folders', async (t) => {
  const made = smallDisk(t, 'others', 1)
  if (made === null) return
  const config = readConfig({ DATA_DIR: made.path })
  made.disk.fill()
  const explainedBy = async (work: Promise<unknown>) => explainDiskFault(await failureOf(work), config) ?? ''
  const block = { words: 'a b', counts: new Uint32Array(100_000), postings: new Uint32Array(100_000) }
  const none = { ids: new Uint32Array(), slots: new Uint32Array(), digests: new Uint32Array() }
  const index = createSearchFile(join(made.path, 'cache'), '1').write(
    [block],
    () => none,
    async () => {},
  )
  assert.match(await explainedBy(index), /^No space is left in \S+\/cache \(.*the search index.*\): .*this folder can be deleted/)
  const archive = createDiskArchive(join(made.path, 'audit')).write('1.jsonl', Buffer.alloc(100_000))
  assert.match(await explainedBy(archive), /^No space is left in \S+\/audit \(exports of the audit log\): /)
  assert.ok(!existsSync(join(made.path, 'cache/search-index.tmp')))
})
