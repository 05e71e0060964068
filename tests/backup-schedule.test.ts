import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createLog } from '#http/log.ts'
import { backUpIfDue, startBackups } from '#run/backups.ts'
import { readConfig } from '#run/config.ts'
import { quietLog } from '#run/log.ts'
import { migrateSafely } from '#run/migrate.ts'
import { findBackupFacts, listBackups, recordStart } from '#store/backup-record.ts'
import { MIGRATION_LOCK } from '#store/migrate.ts'
import type { Database } from '#store/sql.ts'
import { demoRig } from './support/backups.ts'
import { startProxy } from './support/database-proxy.ts'
import { until } from './support/workers.ts'

const rig = await demoRig()
after(() => rig.close())
const to = join(rig.folder, 'nightly')
const config = readConfig({ DATA_DIR: rig.folder, BACKUP_TO: to, BACKUP_KEEP: '2/0/0' })
const nowhere = join(rig.folder, 'a-file', 'backups') // below a file
writeFileSync(join(rig.folder, 'a-file'), '')
const archives = () => readdirSync(to).filter((name) => name.endsWith('.tar.zst'))
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
  const { lastComplete, lastProven, lastFailed, running } = await findBackupFacts(rig.sql)
  assert.equal(lastComplete!.kind, 'scheduled')
  assert.equal(lastComplete!.location, join(to, archives()[0]!))
  assert.ok(lastComplete!.bytes! > 1000)
  assert.deepEqual([lastProven!.id, lastProven!.proofProblem], [lastComplete!.id, null])
  assert.equal(running, null)
  assert.match(lastFailed!.problem!, /process ended/) // the one that was killed
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
  const { lastFailed } = await findBackupFacts(rig.sql)
  assert.equal(lastFailed!.startedAt.toISOString(), '2026-11-20T03:01:00.000Z')
  await backUpIfDue(options('2026-11-20T03:30:00Z'))
  assert.equal(archives().length, 2)
  await backUpIfDue(options('2026-11-20T04:01:00Z'))
  assert.ok(archives().includes('projectory-20261120T040100Z.tar.zst'))
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

test('a stop ends the connections of a backup that is being made, and the next start makes it up', { timeout: 300_000 }, async (t) => {
  const proxy = await startProxy(rig.database as Exclude<Database, string>)
  t.after(proxy.close)
  const logged: string[] = []
  const log = createLog('info', { write: (line) => void logged.push(JSON.parse(line).msg) })
  const night = options('2026-11-25T03:01:00Z')
  const before = archives().length
  await rig.sql.begin(async (held) => {
    await held`set local idle_in_transaction_session_timeout = 0`
    await held`select pg_advisory_xact_lock(${MIGRATION_LOCK})` // a backup waits for a migration
    const backups = startBackups({ ...night, database: proxy.address, log }, 10)
    await until(async () => (await rig.sql`select 1 from pg_locks where not granted and locktype = 'advisory'`).length > 0)
    assert.ok(proxy.count() > 0)
    await backups.stop()
    await until(() => logged.length > 0 && proxy.count() === 0)
  })
  assert.deepEqual(logged, ['the scheduled backup was ended by the stop; it is made up for after the next start'])
  await backUpIfDue(options('2026-11-25T05:01:00Z'))
  assert.equal(archives().length, before)
  assert.ok(archives().includes('projectory-20261125T050100Z.tar.zst'))
})
