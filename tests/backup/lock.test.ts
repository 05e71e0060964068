import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { proveBackup } from '#backup/prove.ts'
import { restoreBackup } from '#backup/restore.ts'
import { connect, type Sql } from '#database/sql.ts'
import { runBackup, withBackupPool } from '#run/backup/backup.ts'
import { readConfig } from '#run/config/config.ts'
import { quietLog } from '#run/log/log.ts'
import { withBackupLock } from '#store/backup/record.ts'
import { readSnapshot } from '#store/backup/snapshot.ts'
import { backUp, createProver, demoRig, emptyRig, listBackups } from '#tests/support/backups.ts'
import { test } from '#tests/support/tier.ts'

const rig = await demoRig()
after(() => rig.close())
const BEAT = 'select 1'

test('the connections that hold locks for a backup are not idle', { timeout: 120_000 }, async () => {
  let onBeat = () => {}
  const onStatement = (text: string) => void (text === BEAT && onBeat())
  const beats = async () => {
    for (let n = 0; n < 3; n++) await new Promise<void>((resolve) => (onBeat = resolve))
  }
  const sql = connect(rig.database, { mayNest: true, connectTimeout: 60_000, onStatement })
  await withBackupLock(sql, 60_000, beats, 10)
  await readSnapshot(sql, { beatMs: 10 }, beats)
  await sql.end()
})

test('the connection of a restore is not idle while files are copied', async () => {
  for (const isWhole of [true, false]) {
    const { name, manifest } = await backUp(rig, { isWhole })
    const target = await emptyRig()
    let beats = 0
    const onStatement = (text: string) => void (text === BEAT && beats++)
    const sql = connect(target.database, { max: 1, connectTimeout: 60_000, onStatement })
    try {
      const { place } = rig
      await restoreBackup({
        sql,
        files: target.files,
        auditFiles: null,
        place,
        name,
        identities: [],
        mayReplace: false,
        mayTrust: true,
        beatMs: 0,
      })
      assert.ok(beats >= manifest.files.length, `${beats} statements, ${manifest.files.length} files`)
    } finally {
      await sql.end()
      await target.close()
    }
  }
})

test('nothing listens for a stop after the end', async () => {
  const { signal } = new AbortController()
  const count = () => getEventListeners(signal, 'abort').length
  assert.equal(await withBackupPool(rig.database, async () => count(), signal), 1)
  assert.equal(count(), 0)
  const { database, drop } = await createProver(rig)
  try {
    const proof = proveBackup({ database, dataDir: rig.folder, place: rig.place, name: 'none.tar.zst', identities: [], signal })
    await assert.rejects(proof, /does not exist/)
    assert.equal(count(), 0)
  } finally {
    await drop()
  }
})

test('a backup whose lock is lost does not get its name', async () => {
  const to = join(rig.folder, 'nightly')
  const config = readConfig({ DATA_DIR: rig.folder, BACKUP_TO: to })
  const loseLock = async (sql: Sql) => {
    const [lock] = await rig.sql`
      select pg_terminate_backend(pid) from pg_locks join pg_database d on d.oid = database and datname = current_database()
      where locktype = 'advisory' and mode = 'ExclusiveLock' and granted`
    assert.ok(lock)
    while (sql.poolState().inUse > 0) await sleep(10)
    await setImmediate()
    return true
  }
  const run = { config, database: rig.database, kind: 'manual', log: quietLog(), waitMs: 60_000 } as const
  await assert.rejects(runBackup({ ...run, isNeeded: loseLock }), /terminating connection|was closed/)
  assert.deepEqual(
    readdirSync(to).filter((name) => name !== 'files'),
    [],
  )
  const [last] = await listBackups(rig.sql)
  assert.equal(last!.state, 'failed')
  assert.match(last!.problem!, /terminating connection|was closed/)
})
