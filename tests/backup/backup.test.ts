import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after } from 'node:test'
import { verifyBackup } from '#backup/verify.ts'
import { migrate } from '#database/migrate.ts'
import { seedVocabulary } from '#demo/seed.ts'
import { createDiskArchive } from '#files/archive.ts'
import { createS3Store } from '#files/s3.ts'
import { readS3Address, type S3Address } from '#files/s3-address.ts'
import { createS3Objects } from '#files/s3-objects.ts'
import { verified } from '#files/verify.ts'
import { sealName } from '#rules/console/audit-file.ts'
import { exportAudit, whyNotReadable } from '#run/audit/export.ts'
import { compareFiles } from '#run/duties/sweep.ts'
import { insertAudit } from '#store/audit/insert.ts'
import { findStoreIdentity } from '#store/file/orphan.ts'
import { leftOut, sessions } from '#store/table/tables.ts'
import { backUp, checksumsOf, demoRig, emptyRig, restore } from '#tests/support/backups.ts'
import { S3_KEY, startS3 } from '#tests/support/peer/s3-server.ts'
import { test } from '#tests/support/tier.ts'

const source = await demoRig()
after(() => source.close())
const notCompared = [...leftOut, ...sessions, 'public.outbox', 'public.file_store']

test('a restored directory has the same rows, files, sequences and triggers', async () => {
  await source.sql`insert into outbox (kind, person_id, data, created_at) select 'round_offer', min(id), '{}', now() from person`
  const { name, manifest } = await backUp(source)
  assert.ok(manifest.files.length > 3)
  assert.deepEqual(manifest.missing, [])
  const target = await emptyRig()
  try {
    const { stoppedEmails, migrated } = await restore(target, { place: source.place, name })
    assert.deepEqual(migrated, [])
    assert.deepEqual(await checksumsOf(target.sql, notCompared), await checksumsOf(source.sql, notCompared))
    for (const { sha256, size } of manifest.files) assert.equal(await target.files.sizeOf(sha256), size)
    // Emails that waited are not sent a second time by themselves.
    const waiting = await target.sql`select 1 from outbox where state in ('queued', 'sending', 'deferred', 'held')`
    assert.equal(waiting.length, 0)
    assert.equal(stoppedEmails, 1)
    assert.equal(await findStoreIdentity(target.sql), await findStoreIdentity(source.sql))
    // New rows get new ids, triggers write the change feed, and foreign keys are checked again.
    const [before] = await target.sql`select max(id) as id from project`
    const [made] = await target.sql`insert into project (slug, name) values ('after-restore', 'After') returning id`
    assert.ok(made!.id > before!.id)
    const changes = await target.sql`select kind from change order by id`
    assert.deepEqual(
      changes.map(({ kind }) => kind).filter((kind) => kind === 'everything' || kind === 'project'),
      ['everything', 'project'],
    )
    await assert.rejects(target.sql`insert into project_tag (project_id, tag_id) values (1, 1000000)`.execute(), /foreign key/)
    const definitions = (sql: typeof target.sql) =>
      sql`select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated as text from pg_constraint where connamespace in ('public'::regnamespace, 'auth'::regnamespace) order by 1`
    assert.deepEqual([...(await definitions(target.sql))], [...(await definitions(source.sql))])
    const triggers = (sql: typeof target.sql) =>
      sql`select tgrelid::regclass::text || tgname || tgenabled::text as text from pg_trigger where not tgisinternal order by 1`
    assert.deepEqual([...(await triggers(target.sql))], [...(await triggers(source.sql))])
  } finally {
    await target.close()
  }
})

test('a database with data is replaced only when asked to', async () => {
  const { name } = await backUp(source)
  const target = await demoRig()
  try {
    await target.sql`insert into project (slug, name) values ('only-here', 'Only here')`
    await target.sql.end()
    const from = { place: source.place, name }
    await assert.rejects(restore(target, from), /has data.*--replace/)
    await restore(target, from, { mayReplace: true })
    const again = await emptySqlOf(target)
    assert.equal((await again`select 1 from project where slug = 'only-here'`).length, 0)
    assert.deepEqual(await checksumsOf(again, notCompared), await checksumsOf(source.sql, notCompared))
    await again.end()
  } finally {
    await target.close()
  }
})

test('a database without people and projects may still have data, other than vocabularies', async () => {
  const { name } = await backUp(source)
  const target = await emptyRig()
  try {
    await migrate(target.sql)
    await seedVocabulary(target.sql)
    await target.sql`insert into team (name) values ('Without a project')`
    await target.sql.end()
    const from = { place: source.place, name }
    await assert.rejects(restore(target, from), /has data.*--replace/)
    const again = await emptySqlOf(target)
    await again`delete from team`
    await again.end()
    await restore(target, from)
  } finally {
    await target.close()
  }
})

test('the files of another database are refused before anything is written to them', async () => {
  const { name } = await backUp(source)
  const target = await emptyRig()
  try {
    await target.files.label('identity', 'of another database')
    await assert.rejects(restore(target, { place: source.place, name }), /belong to another database/)
    assert.deepEqual(await Readable.from(target.files.list()).toArray(), [])
  } finally {
    await target.close()
  }
})

test('a restore into a bucket replaces damaged objects, also those of the same length', async () => {
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: S3_KEY, AWS_SECRET_ACCESS_KEY: S3_KEY })
  const { name, manifest } = await backUp(source)
  const { sha256, size } = manifest.files[0]!
  const [target, s3] = [await emptyRig(), await startS3('restored')]
  try {
    const address = readS3Address(`s3://restored?endpoint=${s3.endpoint}`) as S3Address
    const files = createS3Store(address, join(target.folder, 'spool'))
    const damaged = Readable.from([Buffer.alloc(size, 'x')])
    await createS3Objects(address).put(`blobs/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`, damaged)
    assert.equal(await files.sizeOf(sha256), size)
    await restore(target, { place: source.place, name }, { files })
    for (const { sha256, size } of manifest.files) await verified(await files.read(sha256, size), sha256).toArray()
  } finally {
    await Promise.all([target.close(), s3.close()])
  }
})

test('a restore is refused while others use the database, and a database of another program is left alone', async () => {
  const { name } = await backUp(source)
  const target = await emptyRig()
  try {
    await target.sql`select 1` // a connection that stays open
    await assert.rejects(restore(target, { place: source.place, name }), /other processes use this database \(projectory on this machine\)/)
    await target.sql`create table invoice (id integer)`
    await target.sql.end()
    await assert.rejects(restore(target, { place: source.place, name }, { mayReplace: true }), /tables of another program/)
  } finally {
    await target.close()
  }
})

test('only files that are not there yet are written beside the next archive', async () => {
  const first = await backUp(source, { isWhole: false })
  assert.equal(first.newFiles, first.manifest.files.length)
  const second = await backUp(source, { isWhole: false, now: new Date(Date.now() + 5000) })
  assert.equal(second.newFiles, 0)
  const target = await emptyRig()
  try {
    await restore(target, { place: source.place, name: second.name })
    for (const { sha256, size } of second.manifest.files) assert.equal(await target.files.sizeOf(sha256), size)
  } finally {
    await target.close()
  }
})

test('a file that is missing in the store does not prevent a backup and is named in it', async () => {
  const [row] = await source.sql`select sha256 from file_version order by sha256 limit 1`
  const bytes = await (await source.files.read(row!.sha256, (await source.files.sizeOf(row!.sha256))!)).toArray()
  await source.files.remove(row!.sha256)
  const { manifest } = await backUp(source)
  assert.deepEqual(
    manifest.missing.map(({ sha256 }) => sha256),
    [row!.sha256],
  )
  await source.files.keep(Buffer.concat(bytes))
})

test('a backup that fails leaves nothing that looks like one', async () => {
  const folder = join(source.folder, 'backups')
  const before = readdirSync(folder).length
  const files = { ...source.files, read: () => Promise.reject(new Error('the disk is on fire')) }
  await assert.rejects(backUp(source, { files, now: new Date(Date.now() + 60_000) }), /the disk is on fire/)
  assert.equal(readdirSync(folder).length, before)
  assert.ok(existsSync(folder))
})

test('exports of the audit log are in a backup, and are restored with their seals', async () => {
  const keys = [randomBytes(32)]
  const [target, folder] = [await emptyRig(), join(source.folder, 'audit')]
  const [archive, restored] = [createDiskArchive(folder), createDiskArchive(join(target.folder, 'audit'))]
  try {
    await insertAudit(source.sql, { at: new Date('2020-01-01'), action: 'user_created', target: 'user 1' })
    const [made] = (await exportAudit({ sql: source.sql, archive, keys }, new Date()))!
    const { name, manifest } = await backUp(source, { auditFiles: archive, isWhole: false, now: new Date(Date.now() + 80_000) })
    assert.deepEqual([manifest.auditFiles.length, manifest.missing], [2, []])
    for (const damaged of [made!.name, sealName(made!.name)]) await restored.write(damaged, Buffer.from('damaged'))
    await restore(target, { place: source.place, name }, { auditFiles: restored })
    assert.equal(await whyNotReadable(restored, keys, made!), null)
    assert.deepEqual((await compareFiles(target.sql, target.files)).orphans, [], 'nothing else is left in the store of files')
    await archive.write(made!.name, Buffer.from('damaged'))
    const { manifest: lacking } = await backUp(source, { auditFiles: archive, now: new Date(Date.now() + 85_000) })
    assert.deepEqual(lacking.missing, [{ sha256: made!.sha256, name: made!.name, problem: 'it does not match its hash' }])
    assert.deepEqual(
      lacking.auditFiles.map(({ name }) => name),
      [sealName(made!.name)],
    )
    await rm(join(folder, made!.name))
    const { manifest: next } = await backUp(source, { auditFiles: archive, now: new Date(Date.now() + 90_000) })
    assert.deepEqual(next.missing, [{ sha256: made!.sha256, name: made!.name, problem: 'it is missing' }])
    await archive.write(sealName(made!.name), Buffer.from('damaged'))
    const { manifest: last, name: lastName } = await backUp(source, { auditFiles: archive, now: new Date(Date.now() + 95_000) })
    assert.deepEqual(last.missing[1], { sha256: made!.sha256, name: sealName(made!.name), problem: 'it is damaged' })
    assert.deepEqual((await verifyBackup({ place: source.place, name: lastName, identities: [] })).manifest.missing, last.missing)
  } finally {
    await target.close()
  }
})

test('when the migration after a restore fails, the data are there and the message says what to do', async () => {
  const [older, target] = [await demoRig(), await emptyRig()]
  try {
    // As an older version would have made it.
    await older.sql`drop table backup`
    await older.sql`delete from migration where name = '0031_backups.sql'`
    const { name, manifest } = await backUp(older)
    await target.sql.unsafe(`
      create schema guard;
      create function guard.refuse() returns event_trigger language plpgsql as $$ begin
        if exists (select 1 from pg_event_trigger_ddl_commands() where object_identity = 'public.backup') then
          raise exception 'no table for you';
        end if;
      end $$;
      create event trigger refuse on ddl_command_end when tag in ('CREATE TABLE') execute function guard.refuse()`)
    await target.sql.end()
    await assert.rejects(restore(target, { place: older.place, name }), (error: Error) => {
      assert.match(error.message, /is restored completely, but .* 0031_backups\.sql failed and was rolled back: no table for you/)
      assert.match(error.message, /Do not restore it again: .* npx projectory migrate/)
      return true
    })
    const sql = await emptySqlOf(target)
    const [row] = await sql`select count(*)::int as rows from project`
    assert.equal(row!.rows, manifest.databaseParts.find(({ name }) => name === 'public.project')!.rows)
    await sql.unsafe('drop event trigger refuse')
    assert.deepEqual(await migrate(sql), ['0031_backups.sql'])
    await sql.end()
  } finally {
    await Promise.all([older.close(), target.close()])
  }
})

async function emptySqlOf(rig: typeof source) {
  const { connect } = await import('#database/sql.ts')
  return connect(rig.database, { mayNest: true, connectTimeout: 60_000 })
}
