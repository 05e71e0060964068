import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { makeBackup } from '#backup/make.ts'
import { proveBackup } from '#backup/prove.ts'
import { verifyBackup } from '#backup/verify.ts'
import { migrate } from '#database/migrate.ts'
import { connect } from '#database/sql.ts'
import { readSnapshot } from '#store/backup/snapshot.ts'
import { leftOut, sessions } from '#store/table/tables.ts'
import { backUp, checksumsOf, createProver, demoRig, emptyRig, restore, untilUnused } from '#tests/support/backups.ts'
import { runUntilStop } from '#tests/support/process/stopped-process.ts'
import { test } from '#tests/support/tier.ts'

const source = await demoRig()
after(() => source.close())
const notCompared = [...leftOut, ...sessions, 'public.outbox', 'public.file_store']

function hasContent(archive: Buffer, content: Buffer): boolean {
  try {
    return zstdDecompressSync(archive).equals(content)
  } catch {
    return false
  }
}

test('a backup that was changed or cut anywhere is refused', async () => {
  const { name } = await backUp(source)
  const path = join(source.folder, 'backups', name)
  const whole = readFileSync(path)
  await verifyBackup({ place: source.place, name, identities: [] })
  const check = async (bytes: Buffer, what: string) => {
    writeFileSync(join(source.folder, 'backups', 'changed.tar.zst'), bytes)
    await assert.rejects(verifyBackup({ place: source.place, name: 'changed.tar.zst', identities: [] }), /damaged|not a backup/, what)
  }
  const content = zstdDecompressSync(whole)
  for (let n = 0; n < 40; n++) {
    const at = Math.floor((n / 40) * whole.length)
    const changed = Buffer.from(whole)
    changed[at]! ^= 1 << (n % 8)
    // One of some thousand bits means nothing to the decoder.
    if (!hasContent(changed, content)) await check(changed, `byte ${at}`)
  }
  for (const part of [0, 0.1, 0.5, 0.9, 0.999]) await check(whole.subarray(0, Math.floor(whole.length * part)), `the first ${part}`)
  await check(whole.subarray(0, whole.length - 1), 'all but the last byte')
  await check(Buffer.concat([whole, whole]), 'twice')
  await check(Buffer.concat([whole, Buffer.from('x')]), 'one byte more')
})

test('an intact backup that was unpacked and packed again with tar is told from a damaged one', async () => {
  const { name } = await backUp(source, { signingKey: Buffer.alloc(32, 1) })
  const content = zstdDecompressSync(readFileSync(join(source.folder, 'backups', name)))
  const folder = join(source.folder, 'unpacked')
  mkdirSync(folder)
  const tar = (args: string[], input?: Buffer) => execFileSync('tar', ['-C', folder, ...args], { input, maxBuffer: 1e9 })
  const names = tar(['-xvf', '-'], content).toString().trim().split('\n')
  const verify = (bytes: Buffer) => {
    writeFileSync(join(source.folder, 'backups', 'again.tar.zst'), bytes)
    return verifyBackup({ place: source.place, name: 'again.tar.zst', identities: [] })
  }
  const sameOrder = tar(['-cf', '-', ...names])
  const again = /unpacked and packed again/
  await assert.rejects(verify(zstdCompressSync(sameOrder)), again)
  await assert.rejects(verify(zstdCompressSync(content)), again)
  await assert.rejects(verify(zstdCompressSync(tar(['-cf', '-', '.']))), again)
  await assert.rejects(verify(zstdCompressSync(tar(['-cf', '-', names[0]!, 'database', 'files', ...names.slice(-3)]))), again)
  const damaged = zstdCompressSync(sameOrder)
  await assert.rejects(verify(damaged.subarray(0, damaged.length / 2)), /damaged/)
  writeFileSync(join(folder, names[1]!), 'x')
  await assert.rejects(verify(zstdCompressSync(tar(['-cf', '-', ...names]))), /damaged: the rows of/)
})

test('a file beside the archive that is changed or missing is found', async () => {
  const { name, manifest } = await backUp(source, { isWhole: false, now: new Date(Date.now() + 10_000) })
  const { sha256 } = manifest.files[0]!
  const path = join(source.folder, 'backups', 'files', sha256.slice(0, 2), sha256)
  const whole = readFileSync(path)
  const changed = Buffer.from(whole)
  changed[changed.length - 6]! ^= 1
  writeFileSync(path, changed)
  await assert.rejects(verifyBackup({ place: source.place, name, identities: [] }), /damaged/)
  await source.place.remove(`files/${sha256.slice(0, 2)}/${sha256}`)
  await assert.rejects(verifyBackup({ place: source.place, name, identities: [] }), /incomplete/)
})

test('a backup taken while others write is equal to its snapshot', async () => {
  const patient = { connectTimeout: 60_000, statementTimeout: 60_000, lockTimeout: 60_000 }
  const writer = connect(source.database, { mayNest: true, ...patient })
  let isOver = false
  let writes = 0
  const write = async (of: number) => {
    for (let n = 0; !isOver; n++, writes++) {
      const slug = `load-${of}-${n}`
      await writer.begin(async (sql) => {
        const [made] = await sql`insert into project (slug, name) values (${slug}, 'Written meanwhile') returning id`
        await sql`insert into project_tag (project_id, tag_id) select ${made!.id}::int, id from tag limit 3`
        await sql`update project set name = name || '.' where id = (select min(id) from project)`
        if (n % 3 === 2) await sql`delete from project where slug = ${`load-${of}-${n - 1}`}`
      })
    }
  }
  const writing = Promise.all([write(1), write(2)])
  const made: Awaited<ReturnType<typeof backUp>>[] = []
  for (let n = 0; n < 3; n++) {
    const before = writes
    while (writes < before + 5) await Promise.race([sleep(5), writing])
    made.push(await backUp(source, { now: new Date(Date.now() + 20_000 + n * 1000) }))
  }
  isOver = true
  await writing
  await writer.end()
  assert.notEqual(made[0]!.manifest.digest, made[2]!.manifest.digest)
  for (const { name } of made) {
    const target = await emptyRig()
    try {
      // Compares every table with the checksum made inside the snapshot, and checks all foreign keys.
      await restore(target, { place: source.place, name })
      const [row] = await target.sql`
        select count(*)::int as n from project p where slug like 'load-%' and (select count(*) from project_tag t where t.project_id = p.id) <> 3`
      assert.equal(row!.n, 0)
    } finally {
      await target.close()
    }
  }
})

test('an encrypted backup needs its key, for the archive and for the files beside it', async () => {
  const identity = await generateIdentity()
  const recipients = [await identityToRecipient(identity)]
  for (const isWhole of [true, false]) {
    const { name } = await backUp(source, { recipients, isWhole, now: new Date(Date.now() + (isWhole ? 30_000 : 40_000)) })
    assert.match(name, /\.age$/)
    assert.match(readFileSync(join(source.folder, 'backups', name), 'latin1').slice(0, 21), /^age-encryption\.org\/v1$/)
    await assert.rejects(verifyBackup({ place: source.place, name, identities: [] }), /--identity/)
    await assert.rejects(verifyBackup({ place: source.place, name, identities: [await generateIdentity()] }), /cannot be decrypted/)
    const { manifest } = await verifyBackup({ place: source.place, name, identities: [identity] })
    assert.ok(manifest.files.length > 3)
    const target = await emptyRig()
    try {
      await restore(target, { place: source.place, name }, { identities: [identity] })
    } finally {
      await target.close()
    }
  }
})

test('a restore that is killed half-way leaves the old data', async () => {
  const { name } = await backUp(source, { now: new Date(Date.now() + 50_000) })
  const target = await demoRig()
  try {
    await target.sql`insert into project (slug, name) values ('only-here', 'Only here')`
    const before = await checksumsOf(target.sql)
    await target.sql.end()
    const half = await runUntilStop(`
      import { connect } from '#database/sql.ts'
      import { folderPlace } from '#backup/place.ts'
      import { restoreBackup } from '#backup/restore.ts'
      const sql = connect(${JSON.stringify(target.database)}, { max: 1, connectTimeout: 60000 })
      const onProgress = (what, done) => { if (done === 20) stop() }
      await restoreBackup({ sql, files: null, auditFiles: null, identities: [], mayReplace: true, place: folderPlace(${JSON.stringify(join(source.folder, 'backups'))}), name: ${JSON.stringify(name)}, onProgress })`)
    await half.kill()
    const again = connect(target.database, { mayNest: true, connectTimeout: 60_000, statementTimeout: 60_000, lockTimeout: 60_000 })
    assert.deepEqual(await checksumsOf(again), before)
    await again.end()
    // And the next attempt succeeds.
    await untilUnused(target.database)
    await restore(target, { place: source.place, name }, { mayReplace: true })
  } finally {
    await target.close()
  }
})

test('a restore of a damaged backup leaves the old data', async () => {
  const { name } = await backUp(source, { now: new Date(Date.now() + 60_000) })
  const path = join(source.folder, 'backups', name)
  const bytes = readFileSync(path)
  bytes[Math.floor(bytes.length * 0.9)]! ^= 1
  writeFileSync(path, bytes)
  const target = await demoRig()
  try {
    const before = await checksumsOf(target.sql)
    await target.sql.end()
    await assert.rejects(restore(target, { place: source.place, name }, { mayReplace: true }), /damaged/)
    const again = connect(target.database, { mayNest: true, connectTimeout: 60_000 })
    assert.deepEqual(await checksumsOf(again), before)
    await again.end()
  } finally {
    await target.close()
  }
})

test('a migration waits for the snapshot of a backup, and a backup gives up on a long migration with a sentence', async () => {
  const all = [{ name: '9999_later.sql', text: 'create table later ()', checksum: 'x' }]
  const target = await demoRig()
  try {
    const { readMigrations } = await import('#database/migrate.ts')
    const migrations = [...(await readMigrations()), ...all]
    await readSnapshot(target.sql, {}, async () => {
      await assert.rejects(migrate(target.sql, migrations, { waitMs: 300 }), /still being backed up/)
      assert.deepEqual(await migrate(target.sql), []) // nothing pending: a start does not wait
    })
    assert.deepEqual(await migrate(target.sql, migrations), ['9999_later.sql'])
    await target.sql.begin(async (sql) => {
      await sql`select pg_advisory_xact_lock(7305811)`
      const { sql: other, files, place } = target
      const options = { sql: other, files, place, recipients: [], isWhole: true, now: new Date(), lockWaitMs: 300 }
      await assert.rejects(makeBackup(options), /being migrated or restored/)
    })
  } finally {
    await target.close()
  }
})

test('a proof restores into a scratch database of the server and leaves nothing behind', async () => {
  const { name } = await backUp(source, { now: new Date(Date.now() + 70_000) })
  const prover = await createProver(source)
  try {
    const { isOnServer, manifest } = await proveBackup({
      database: prover.database,
      dataDir: source.folder,
      place: source.place,
      name,
      identities: [],
    })
    assert.equal(isOnServer, true)
    assert.ok(manifest.databaseParts.length > 50)
    assert.deepEqual(await prover.listScratch(), [])
  } finally {
    await prover.drop()
  }
  assert.deepEqual(Object.keys(await checksumsOf(source.sql, notCompared)).length > 50, true)
})
