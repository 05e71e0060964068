import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { folderPlace } from '#backup/place.ts'
import { proveBackup } from '#backup/prove.ts'
import { connect } from '#database/sql.ts'
import { listPlace, removeDamaged, runBackup, thinOut } from '#run/backup/backup.ts'
import { readConfig } from '#run/config/config.ts'
import { sweepFiles } from '#run/duties/sweep.ts'
import { quietLog } from '#run/log/log.ts'
import { BackupRunning, findBackupFacts, withBackupLock } from '#store/backup/record.ts'
import { backUp, createProver, demoRig, listBackups } from '#tests/support/backups.ts'
import { runUntilStop } from '#tests/support/process/stopped-process.ts'
import { test } from '#tests/support/tier.ts'

const rig = await demoRig()
after(() => rig.close())
const to = join(rig.folder, 'nightly')
const env = { DATA_DIR: rig.folder, BACKUP_TO: to }
const run = { config: readConfig(env), database: rig.database, kind: 'manual', log: quietLog(), waitMs: 60_000 } as const
const unfinished = () => readdirSync(to).filter((name) => name.startsWith('.unfinished-'))

/** A backup by another process that stops when it comes to this. */
const backUpUntil = (condition: string) =>
  runUntilStop(`
    import { runBackup } from '#run/backup/backup.ts'
    import { readConfig } from '#run/config/config.ts'
    import { quietLog } from '#run/log/log.ts'
    let isStopped = false
    const onProgress = (what, done) => { if (!isStopped && ${condition}) { isStopped = true; stop() } }
    const config = readConfig(${JSON.stringify(env)})
    const { manifest } = await runBackup({ config, database: ${JSON.stringify(rig.database)}, kind: 'manual', log: quietLog(), onProgress })
    console.log(manifest.files.length + ' files, ' + manifest.missing.length + ' missing')`)

test('a file that is removed while a backup is being made is in it, and is swept afterwards', async () => {
  const { sha256 } = await rig.files.keep(randomBytes(1000))
  const [file] = await rig.sql`insert into file (kind, project_id) select 'description', min(id) from project returning id`
  await rig.sql`insert into blob (sha256, size) values (${sha256}, 1000)`
  await rig.sql`insert into file_version (file_id, version, name, mime, size, sha256) values (${file!.id}, 1, 'a', 'b', 1000, ${sha256})`
  const sweep = (hours: number) =>
    sweepFiles({ sql: rig.sql, files: rig.files, log: quietLog(), now: () => new Date(Date.now() + hours * 3_600_000) })

  const backup = await backUpUntil("what === 'files'")
  await rig.sql`delete from file where id = ${file!.id}`
  await sweep(2)
  assert.equal(await rig.files.sizeOf(sha256), 1000)
  assert.match((await backup.goOn()).join(), /^\d+ files, 0 missing$/)

  await sweep(2)
  assert.equal(await rig.files.sizeOf(sha256), undefined)
})

for (const [when, condition] of [
  ['while it reads the tables', 'done === 20'],
  ['while it reads the files', "what === 'files' && done === 2"],
] as const)
  test(`a backup that is killed ${when} is not listed, and the next one is made`, async () => {
    const before = (await listPlace(to)).backups.length
    const backup = await backUpUntil(condition)
    const { running } = await findBackupFacts(rig.sql, new Date())
    await backup.kill()
    assert.equal(unfinished().length, 1)
    assert.equal((await listPlace(to)).backups.length, before)

    // A name has the second in it.
    while ((await listPlace(to)).backups.some(({ at }) => Date.now() - at.getTime() < 1000)) await sleep(50)
    const made = await runBackup(run)
    const records = await listBackups(rig.sql)
    const killed = records.find(({ id }) => id === running!.id)!
    assert.deepEqual([killed.state, killed.problem], ['failed', 'the process ended before the backup was complete'])
    assert.equal(records.find(({ id }) => id === made!.record)!.state, 'complete')
    assert.equal((await listPlace(to)).backups.length, before + 1)

    const [left] = unfinished()
    const dayAgo = new Date(Date.now() - 25 * 3_600_000)
    utimesSync(join(to, left!), dayAgo, dayAgo)
    await listPlace(to)
    assert.deepEqual(unfinished(), [])
  })

/** A proof by another process that stops half-way. */
const proveUntilHalf = (database: unknown, name: string) =>
  runUntilStop(`
    import { folderPlace } from '#backup/place.ts'
    import { proveBackup } from '#backup/prove.ts'
    const onProgress = (what, done) => { if (done === 20) stop() }
    const place = folderPlace(${JSON.stringify(join(rig.folder, 'backups'))})
    await proveBackup({ database: ${JSON.stringify(database)}, dataDir: ${JSON.stringify(rig.folder)}, place, name: ${JSON.stringify(name)}, identities: [], onProgress })`)

test('the scratch database of a killed proof is dropped by the next one', async () => {
  const { name } = await backUp(rig)
  const prover = await createProver(rig)
  const { database, listScratch } = prover
  try {
    const proof = await proveUntilHalf(database, name)
    const [made] = await listScratch()
    assert.match(made!, /^projectory_proof_/)
    const creators = await rig.sql`select 1 from pg_stat_activity where application_name = ${made!}`
    assert.equal(creators.length, 1, 'the session that created it stays until the end')
    await proof.kill()
    while ((await rig.sql`select 1 from pg_stat_activity where datname = ${made!} or application_name = ${made!}`).length > 0)
      await sleep(20)
    assert.deepEqual(await listScratch(), [made])
    await proveBackup({ database, dataDir: rig.folder, place: rig.place, name, identities: [] })
    assert.deepEqual(await listScratch(), [])
  } finally {
    await prover.drop()
  }
})

test('the PostgreSQL of a killed proof is removed from DATA_DIR by the next one', async () => {
  const { name } = await backUp(rig, { now: new Date(Date.now() + 5000) })
  const folder = join(rig.folder, 'tmp')
  const proof = await proveUntilHalf(null, name)
  assert.equal(readdirSync(folder).length, 1)
  await proof.kill()
  mkdirSync(join(folder, 'of another program'))
  const { isOnServer } = await proveBackup({ database: null, dataDir: rig.folder, place: rig.place, name, identities: [] })
  assert.equal(isOnServer, false)
  assert.deepEqual(readdirSync(folder), ['of another program'])
})

test('backups are thinned out, and damaged files removed, while nobody makes one', async () => {
  const made = (await runBackup(run))!
  const place = folderPlace(to)
  const thinning = { kept: { days: 1, weeks: 0, months: 0 }, now: new Date() }
  const before = (await listPlace(to)).backups.length
  assert.ok(before > 1)
  const other = connect(rig.database, { mayNest: true, connectTimeout: 60_000 })
  await withBackupLock(other, 60_000, async () => {
    await assert.rejects(thinOut(rig.database, place, thinning), BackupRunning)
    await assert.rejects(removeDamaged(run, made), BackupRunning)
  })
  await other.end()
  assert.equal((await listPlace(to)).backups.length, before)
  const stopped = { signal: AbortSignal.abort() }
  await assert.rejects(thinOut(rig.database, place, { ...thinning, ...stopped }), { name: 'AbortError' })
  await assert.rejects(removeDamaged({ ...run, ...stopped }, made), { name: 'AbortError' })
  assert.deepEqual(await removeDamaged(run, made), { removed: [], kept: [] })
  assert.equal((await thinOut(rig.database, place, thinning)).length, before - 1)
})
