import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after } from 'node:test'
import { folderPlace } from '#backup/place.ts'
import { MIGRATION_LOCK } from '#database/migrate.ts'
import type { Database } from '#database/sql.ts'
import { createLog } from '#http/observe/log.ts'
import { recordProofOf, runBackup } from '#run/backup/backup.ts'
import { backUpIfDue, startBackups } from '#run/backup/schedule.ts'
import { readConfig } from '#run/config/config.ts'
import { refuseOtherStore } from '#run/files/files.ts'
import { quietLog } from '#run/log/log.ts'
import { migrateSafely } from '#run/migrate.ts'
import { findBackupFacts, recordProof, recordStart } from '#store/backup/record.ts'
import { demoRig, listBackups } from '#tests/support/backups.ts'
import { startProxy } from '#tests/support/peer/database-proxy.ts'
import { test } from '#tests/support/tier.ts'
import { until } from '#tests/support/until.ts'

const rig = await demoRig()
after(() => rig.close())
const to = join(rig.folder, 'nightly')
const config = readConfig({ DATA_DIR: rig.folder, BACKUP_TO: to, BACKUP_KEEP: '2/0/0' })
const nowhere = join(rig.folder, 'a-file', 'backups') // below a file
writeFileSync(join(rig.folder, 'a-file'), '')
const archives = () => readdirSync(to).filter((name) => name.endsWith('.tar.zst'))
const factsAt = (now: string) => findBackupFacts(rig.sql, new Date(now))
const options = (now: string) => ({
  config,
  sql: rig.sql,
  database: rig.database,
  log: quietLog(),
  timeZone: () => 'UTC',
  now: () => new Date(now),
})

test('of several processes one makes the nightly backup, once, and it is proven', async () => {
  await recordStart(rig.sql, { kind: 'manual', at: new Date('2026-11-16T12:00:00Z'), host: 'killed' })
  await Promise.all([1, 2, 3].map(() => backUpIfDue(options('2026-11-17T03:00:30Z'))))
  await backUpIfDue(options('2026-11-17T09:00:00Z'))
  assert.equal(archives().length, 1)
  const { lastComplete, lastProven, lastFailed, running } = await factsAt('2026-11-17T09:00:00Z')
  assert.equal(lastComplete!.kind, 'scheduled')
  assert.equal(lastComplete!.location, join(to, archives()[0]!))
  assert.ok(lastComplete!.bytes! > 1000)
  assert.deepEqual([lastProven!.id, lastProven!.proofProblem], [lastComplete!.id, null])
  assert.equal(running, null)
  assert.match(lastFailed!.problem!, /process ended/) // the one that was killed
})

test('a proof of a copy counts for the backup, a damaged copy does not', async () => {
  const [place, name] = [folderPlace(join(rig.folder, 'copies')), archives()[0]!]
  const before = await factsAt('2026-11-17T09:00:00Z')
  assert.equal(await recordProofOf(rig.sql, { place, name }, 'the backup is incomplete'), false)
  assert.deepEqual(await factsAt('2026-11-17T09:00:00Z'), before)
  assert.equal(await recordProofOf(rig.sql, { place, name }, null), true)
  const { lastProven } = await findBackupFacts(rig.sql, new Date(Date.now() + 60_000))
  assert.equal(lastProven!.id, before.lastProven!.id)
  assert.ok(lastProven!.provenAt! > before.lastProven!.provenAt!)
  await recordProof(rig.sql, lastProven!.id, before.lastProven!.provenAt!, null)
})

test('the next nights remove the surplus, and a missed night is made up for', async () => {
  await backUpIfDue(options('2026-11-18T11:00:00Z')) // the process was down at 03:00
  await backUpIfDue(options('2026-11-18T11:05:00Z'))
  await backUpIfDue(options('2026-11-19T03:01:00Z'))
  assert.deepEqual(archives().toSorted(), ['projectory-20261118T110000Z.tar.zst', 'projectory-20261119T030100Z.tar.zst'])
  assert.equal((await listBackups(rig.sql)).filter(({ state }) => state === 'complete').length, 3)
})

test('a backup that fails is recorded and tried again after an hour', async () => {
  const broken = { ...config, backups: { ...config.backups, to: nowhere } }
  await assert.rejects(backUpIfDue({ ...options('2026-11-20T03:01:00Z'), config: broken }))
  const { lastFailed } = await factsAt('2026-11-20T03:30:00Z')
  assert.equal(lastFailed!.startedAt.toISOString(), '2026-11-20T03:01:00.000Z')
  await backUpIfDue(options('2026-11-20T03:30:00Z'))
  assert.equal(archives().length, 2)
  await backUpIfDue(options('2026-11-20T04:01:00Z'))
  assert.ok(archives().includes('projectory-20261120T040100Z.tar.zst'))
})

test('while the files are away no backup is made, unless they are lost for good', async () => {
  const start = () => refuseOtherStore(rig.files, rig.sql, quietLog())
  const [here, away] = [join(rig.folder, 'files'), join(rig.folder, 'files.away')]
  await start()
  const before = archives()
  renameSync(here, away)
  await assert.rejects(backUpIfDue(options('2026-11-21T03:01:00Z')), /are not those of this database: mount the disk/)
  assert.deepEqual(archives(), before)
  assert.match((await factsAt('2026-11-21T03:30:00Z')).lastFailed!.problem!, /mount the disk/)

  await rig.sql`update file_store set store_id = null`
  await start()
  await backUpIfDue(options('2026-11-21T04:01:00Z'))
  assert.ok(archives().includes('projectory-20261121T040100Z.tar.zst'))

  rmSync(here, { recursive: true })
  renameSync(away, here)
  await assert.rejects(backUpIfDue(options('2026-11-22T03:01:00Z')), /are not those of this database/)
  await rig.sql`update file_store set store_id = null`
  await start()
  await rig.sql`update file_store set identity = gen_random_uuid(), store_id = null`
  await assert.rejects(backUpIfDue(options('2026-11-22T04:01:00Z')), /are not those of this database/)
  await rig.sql`update file_store set identity = ${(await rig.files.readLabel('identity'))!}`
})

test('after a night with the clock ahead backups are made and kept as before', async () => {
  await backUpIfDue(options('2029-01-01T03:01:00Z'))
  await backUpIfDue(options('2026-11-23T03:01:00Z'))
  await backUpIfDue(options('2026-11-24T03:01:00Z'))
  assert.deepEqual(archives().toSorted(), [
    'projectory-20261123T030100Z.tar.zst',
    'projectory-20261124T030100Z.tar.zst',
    'projectory-20290101T030100Z.tar.zst',
  ])
  const { lastComplete, lastProven, lastFailed } = await factsAt('2026-11-24T09:00:00Z')
  for (const { startedAt } of [lastComplete!, lastProven!]) assert.equal(startedAt.toISOString(), '2026-11-24T03:01:00.000Z')
  assert.equal(lastFailed!.startedAt.toISOString(), '2026-11-22T04:01:00.000Z')
})

test('damaged files beside the archives are written again by the next backup, those that are lost are kept', async () => {
  const paths = readdirSync(join(to, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .slice(0, 3)
    .map(({ parentPath, name }) => join(parentPath, name))
  assert.equal(paths.length, 3)
  const whole = paths.map((path) => readFileSync(path))
  const hash = basename(paths[2]!)
  const lost = join(rig.folder, 'files', 'blobs', hash.slice(0, 2), hash.slice(2, 4), hash)
  renameSync(lost, `${lost}.away`)
  for (const [at, path] of paths.entries()) {
    const changed = Buffer.from(whole[at]!)
    changed[changed.length >> 1]! ^= 1
    writeFileSync(path, changed)
  }
  await backUpIfDue({ ...options('2026-11-25T03:01:00Z'), log: createLog('silent') })
  const { lastComplete } = await factsAt('2026-11-25T09:00:00Z')
  assert.equal(lastComplete!.provenAt, null)
  assert.match(lastComplete!.proofProblem!, /delete that copy, and the next backup writes it again/)
  assert.ok(
    paths.some((path) => lastComplete!.proofProblem!.includes(path)),
    lastComplete!.proofProblem!,
  )
  assert.deepEqual(paths.filter(existsSync), [paths[2]], 'the only copy is not removed')
  writeFileSync(paths[2]!, whole[2]!)
  renameSync(`${lost}.away`, lost)
  await backUpIfDue(options('2026-11-26T03:01:00Z'))
  assert.equal((await factsAt('2026-11-26T09:00:00Z')).lastProven!.startedAt.toISOString(), '2026-11-26T03:01:00.000Z')
  for (const [at, path] of paths.entries()) assert.ok(readFileSync(path).equals(whole[at]!))
})

test('a backup that could not be restored does not take the place of a proven one', async () => {
  const now = () => new Date('2026-11-26T12:00:00Z')
  const bad = await runBackup({ config, database: rig.database, log: quietLog(), kind: 'manual', now, waitMs: 60_000 })
  await recordProof(rig.sql, bad!.record!, now(), 'it cannot be restored')
  await backUpIfDue(options('2026-11-27T03:01:00Z'))
  assert.deepEqual(archives().toSorted().slice(0, -1), ['projectory-20261126T030100Z.tar.zst', 'projectory-20261127T030100Z.tar.zst'])
})

test('a database with data is backed up before pending migrations, and only then', async () => {
  assert.deepEqual(await migrateSafely(config, rig, quietLog()), [])
  const before = archives().length
  // As if the last migration had not run yet.
  await rig.sql`drop table backup`
  await rig.sql`delete from migration where name = '0031_backups.sql'`
  const off = { ...config, backups: { ...config.backups, to: nowhere } }
  await assert.rejects(migrateSafely(off, rig, quietLog()), /backup before the migration failed.*MIGRATION_BACKUP=off/)
  assert.equal((await rig.sql`select to_regclass('backup') as t`)[0]!.t, null)
  assert.deepEqual(await migrateSafely(config, rig, quietLog()), ['0031_backups.sql'])
  assert.equal(archives().length, before + 1)
  assert.ok(archives().some((name) => name.endsWith('-before-migration.tar.zst')))
})

test('a database with data of DATABASE_URL is migrated with a warning if there is no place for a backup', async () => {
  const lines: string[] = []
  const log = createLog('warn', { write: (line: string) => void lines.push(line) })
  const external = readConfig({ DATA_DIR: rig.folder, DATABASE_URL: 'postgres://localhost/unused' })
  assert.deepEqual(await migrateSafely(external, rig, log), [])
  assert.deepEqual(lines, [], 'nothing is pending')
  await rig.sql`drop table backup`
  await rig.sql`delete from migration where name = '0031_backups.sql'`
  assert.deepEqual(await migrateSafely(external, rig, log), ['0031_backups.sql'])
  assert.equal(lines.length, 1)
  assert.match(lines[0]!, /0031_backups\.sql.*without a backup: DATABASE_URL is set and BACKUP_TO is not.*set BACKUP_TO/)
})

test('a stop ends the connections of a backup that is being made, and the next start makes it up', { timeout: 300_000 }, async (t) => {
  const proxy = await startProxy(rig.database as Exclude<Database, string>)
  t.after(proxy.close)
  const logged: string[] = []
  const log = createLog('info', { write: (line) => void logged.push(JSON.parse(line).msg) })
  const night = options('2026-11-25T03:01:00Z')
  await rig.sql.begin(async (held) => {
    await held`set local idle_in_transaction_session_timeout = 0`
    await held`select pg_advisory_xact_lock(${MIGRATION_LOCK})` // a backup waits for a migration
    const backups = startBackups({ ...night, database: proxy.address, log }, 10)
    await until(
      async () =>
        (
          await rig.sql`select 1 from pg_locks where not granted and locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`
        ).length > 0,
    )
    assert.ok(proxy.count() > 0)
    await backups.stop()
    await until(() => logged.length > 0 && proxy.count() === 0)
  })
  assert.deepEqual(logged, [
    'the work on the scheduled backup was ended by the stop; a backup that was not complete is made up for after the next start',
  ])
  await backUpIfDue(options('2026-11-25T05:01:00Z'))
  assert.deepEqual(
    archives().filter((name) => name.includes('20261125')),
    ['projectory-20261125T050100Z.tar.zst'],
  )
})
