import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { connect } from '#database/sql.ts'
import { createDiskStore } from '#files/disk.ts'
import type { FileStore } from '#files/file-store.ts'
import { createLog } from '#http/observe/log.ts'
import { readConfig } from '#run/config/config.ts'
import { openFiles } from '#run/files/files.ts'
import { withBackupLock } from '#store/backup/record.ts'
import { putCover, removeCover } from '#store/project/cover.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { connectPatiently, untilWaiting } from '#tests/support/lock-waits.ts'
import { until } from '#tests/support/until.ts'
import { createDuties } from './duties.ts'
import { createSweep, mostRemoved, type Swept, sweepFiles } from './sweep.ts'

let database: TestDatabase
let folder: string
let files: FileStore
let logged: string[]
let clock: Date
const HOUR = 3_600_000
const log = createLog('debug', { write: (line) => void logged.push(line) })

beforeEach(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'sweep-'))
  logged = []
  files = await openFiles({ dataDir: folder, filesUrl: null }, database.sql, log)
  clock = new Date()
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const sweep = (store = files): Promise<Swept> => {
  return sweepFiles({ sql: database.sql, files: store, now: () => clock, log })
}
const later = (hours: number) => {
  clock = new Date(clock.getTime() + hours * HOUR)
}
const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
const keep = async (text: string) => (await files.keep(Buffer.from(text))).sha256
/** Bytes that this database knows nothing of. */
const putForeign = async (text: string) => (await createDiskStore(join(folder, 'files')).keep(Buffer.from(text))).sha256
const isThere = async (sha256: string) => (await files.sizeOf(sha256)) !== undefined
const isMarked = async (sha256: string) => (await database.sql`select 1 from orphan where sha256 = ${sha256}`).length === 1

/** Bytes that a row references. */
async function keepReferenced(text: string): Promise<string> {
  const sha256 = await keep(text)
  await reference(sha256)
  return sha256
}
async function reference(sha256: string): Promise<void> {
  const { sql } = database
  const [project] = await sql`insert into project (slug, name) values (${`p-${sha256.slice(0, 12)}`}, 'p') returning id`
  const [file] = await sql`insert into file (kind, project_id) values ('description', ${project!.id}) returning id`
  await sql`insert into file_version (file_id, version, name, mime, size, sha256) values (${file!.id}, 1, 'a', 'b', 1, ${sha256})`
  await sql`insert into blob (sha256, size) values (${sha256}, 1)`
}

test('nothing is removed while a backup is being made: its snapshot may name it', async () => {
  const sha256 = await keep('avatar before')
  later(2)
  const backup = connect(database.database, { mayNest: true, connectTimeout: 60_000 })
  await withBackupLock(backup, 60_000, async () => assert.equal((await sweep()).removed, 0))
  await backup.end()
  assert.ok(await isThere(sha256))
  assert.equal((await sweep()).removed, 1)
  assert.ok(!(await isThere(sha256)))
})

test('what a sweep found is forgotten when another process leads, also when it ends later', async () => {
  await reference(digest('lost'))
  const { run, last } = createSweep({ sql: database.sql, files, now: () => clock, log })
  const duties = createDuties({ sql: database.sql, log, jobs: [run], hasJobs: true, decisions: null, firstMs: 0 }).start(null)
  assert.equal((await until(() => last() ?? undefined)).missing.length, 1)
  await duties.stop()
  assert.equal(last(), null)

  const tenure = new AbortController()
  const late = run(tenure.signal)
  tenure.abort()
  await late
  assert.equal(last(), null)
})

test('orphaned bytes are removed a day after they were marked, with their mark', async () => {
  const [orphan, used] = [await putForeign('orphan'), await keepReferenced('used')]
  await database.sql`insert into blob (sha256, size) values (${orphan}, 6)`
  assert.deepEqual(await sweep(), { total: 2, orphans: 1, removed: 0, missing: [], stopped: null })
  later(23.9)
  assert.equal((await sweep()).removed, 0)
  later(0.2)
  assert.equal((await sweep()).removed, 1)
  assert.deepEqual([await isThere(orphan), await isThere(used), await isMarked(orphan)], [false, true, false])
  assert.equal((await database.sql`select 1 from blob where sha256 = ${orphan}`).length, 0)
  later(100)
  assert.deepEqual(await sweep(), { total: 1, orphans: 0, removed: 0, missing: [], stopped: null })
})

test('avatars are not orphans', async () => {
  const [small, large] = [await keep('small'), await keep('large')]
  const [person] = await database.sql`insert into person (login) values ('anna') returning id`
  await database.sql`insert into avatar (person_id, small, large, mime, created_at) values (${person!.id}, ${small}, ${large}, 'image/webp', now())`
  assert.equal((await sweep()).orphans, 0)
})

test('covers are not orphans until they are removed and purged', async () => {
  const [one, two] = [await keep('one'), await keep('two')]
  const [project] = await database.sql`insert into project (slug, name) values ('covered', 'Covered') returning id`
  const images = [
    { kind: 'source', sha256: one, size: 3 },
    { kind: '960.jpg', sha256: two, size: 3 },
  ]
  await putCover(database.sql, project!.id, { hash: 'a'.repeat(32), alt: 'x', thumbHash: 'x', focalX: 50, focalY: 50, images }, clock)
  assert.equal((await sweep()).orphans, 0)
  await removeCover(database.sql, project!.id, clock)
  later(7 * 24 - 1)
  assert.equal((await sweep()).orphans, 0, 'kept for a week')
  later(2)
  await sweep()
  assert.equal((await database.sql`select 1 from cover`).length, 0)
  clock = new Date() // the database marks by its own clock
  later(2)
  await sweep()
  assert.deepEqual([await isThere(one), await isThere(two)], [false, false])
})

test('bytes that are referenced again are unmarked, and marked anew when the reference is deleted', async () => {
  await keepReferenced('other')
  const sha256 = await putForeign('found again')
  await sweep()
  await reference(sha256)
  later(25)
  assert.equal((await sweep()).orphans, 0)
  await database.sql`delete from file_version where sha256 = ${sha256}`
  clock = new Date() // the database marks by its own clock
  assert.equal((await sweep()).removed, 0, 'marked anew')
  assert.ok(await isThere(sha256))
})

test('the mark of bytes that are uploaded again is renewed before they are stored', async () => {
  await keepReferenced('other')
  const sha256 = await putForeign('twice')
  await sweep()
  await database.sql`update orphan set seen_at = ${new Date(clock.getTime() - 25 * HOUR)}`
  const isRenewed = async () => (await database.sql`select 1 from orphan where sha256 = ${sha256} and seen_at >= ${clock}`).length === 1
  assert.equal(await isRenewed(), false)
  async function* again() {
    yield Buffer.from('twice')
  }
  const received = await files.receive(again(), 100)
  assert.ok(await isRenewed(), 'before the transaction of the caller')
  await received.keep()
  await received.discard()
  assert.equal((await sweep()).removed, 0)
  await database.sql`update orphan set seen_at = ${new Date(clock.getTime() - 25 * HOUR)}`
  await keep('twice')
  assert.ok(await isRenewed(), 'also by keep')
  assert.equal((await sweep()).removed, 0)
})

test('bytes that are uploaded while the sweeper removes them exist afterwards', async (t) => {
  await keepReferenced('other')
  const sha256 = await keep('race')
  await sweep()
  later(25)
  const patient = connectPatiently(database)
  t.after(() => patient.end())
  const other = await openFiles({ dataDir: folder, filesUrl: null }, patient, log)
  const uploads: Promise<unknown>[] = []
  const slow: FileStore = {
    ...files,
    async remove(which) {
      uploads.push(other.keep(Buffer.from('race')), upload('race', other))
      await untilWaiting(database.sql, 2)
      await files.remove(which)
    },
  }
  assert.equal((await sweep(slow)).removed, 1)
  await Promise.all(uploads)
  assert.ok(await isThere(sha256))
})

async function upload(text: string, store = files): Promise<void> {
  async function* source() {
    yield Buffer.from(text)
  }
  const received = await store.receive(source(), 100)
  await received.keep()
  await received.discard()
}

test('a row without bytes is only reported', async () => {
  await keepReferenced('there')
  await reference(digest('never kept'))
  assert.deepEqual((await sweep()).missing, [digest('never kept')])
  assert.ok(logged.some((line) => line.includes(digest('never kept')) && line.includes('"level":"error"')))
  assert.equal((await database.sql`select 1 from file_version where sha256 = ${digest('never kept')}`).length, 1)
})

test('a store of another database is not changed', async () => {
  await files.label('identity', '00000000-0000-0000-0000-000000000000')
  const orphan = await putForeign('foreign')
  for (let day = 0; day < 3; day++) {
    assert.equal((await sweep()).stopped, 'identity')
    later(25)
  }
  assert.ok(await isThere(orphan))
  assert.equal((await database.sql`select 1 from orphan`).length, 0)
})

test('a sweep that would remove too much removes nothing', async () => {
  for (let n = 0; n < 11; n++) await putForeign(`orphan ${n}`)
  await keepReferenced('used')
  assert.equal((await sweep()).stopped, null, 'newly marked orphans are not counted')
  later(25)
  assert.deepEqual(await sweep(), { total: 12, orphans: 11, removed: 0, missing: [], stopped: 'too many' })
  assert.ok(logged.some((line) => line.includes('too many orphaned files')))
  await files.remove(digest('orphan 0'))
  assert.equal((await sweep()).removed, 10)
  const last = await putForeign('the only one')
  await files.remove(digest('used'))
  await database.sql`delete from file_version`
  await sweep()
  later(25)
  assert.equal((await sweep()).stopped, 'too many', 'never all of them')
  assert.ok(await isThere(last))
})

test('a sweep removes at most 1 %, at most a thousand, at least ten if there are more, and never all', () => {
  for (const [total, most] of [
    [0, 0],
    [1, 0],
    [5, 4],
    [11, 10],
    [999, 10],
    [3000, 30],
    [100_000, 1000],
    [5_000_000, 1000],
  ] as const)
    assert.equal(mostRemoved(total), most, String(total))
})

test('bytes that were uploaded but never referenced are removed after an hour, however many, and do not stop the sweep', async () => {
  await keepReferenced('used')
  for (let n = 0; n < 30; n++) await upload(`refused ${n}`)
  const foreign = await putForeign('of unknown origin')
  later(0.9)
  assert.deepEqual(await sweep(), { total: 32, orphans: 31, removed: 0, missing: [], stopped: null })
  later(0.2)
  assert.deepEqual(await sweep(), { total: 32, orphans: 31, removed: 30, missing: [], stopped: null })
  assert.ok(await isThere(foreign), 'the others still have their day')
})

test('bytes whose last row is deleted, and former avatars, are of known origin', async () => {
  const { sql } = database
  const [used, shared] = [await keepReferenced('used'), await keepReferenced('shared')]
  for (let n = 0; n < 15; n++) await keepReferenced(`deleted ${n}`)
  const [small, large, other] = [await keep('small'), await keep('large'), await keep('another')]
  const [person] = await sql`insert into person (login) values ('vera') returning id`
  await sql`insert into avatar (person_id, small, large, mime, created_at) values (${person!.id}, ${small}, ${large}, 'image/webp', now())`
  await sweep()
  await sql`update orphan set is_known = false`
  await sql`delete from file_version where sha256 <> ${used} and sha256 <> ${shared}`
  await sql`update avatar set small = ${other}, large = ${other}`
  later(1.1)
  assert.deepEqual(await sweep(), { total: 20, orphans: 17, removed: 17, missing: [], stopped: null })
  assert.deepEqual(await Promise.all([used, shared, other].map(isThere)), [true, true, true])
})

test('temporary files of a killed process are removed after a day', async () => {
  await keepReferenced('used')
  await files.tidy(new Date(0))
  const temporary = join(folder, 'files', '.tmp')
  for (const [file, hours] of [
    ['old', 25],
    ['new', 1],
  ] as const) {
    await writeFile(join(temporary, file), '')
    const at = new Date(clock.getTime() - hours * HOUR)
    await utimes(join(temporary, file), at, at)
  }
  await sweep()
  assert.deepEqual(await readdir(temporary), ['new'])
})

test('stores larger than one batch are compared completely', async () => {
  await keepReferenced('used')
  const missing = digest('missing')
  await reference(missing)
  for (let n = 0; n < 1005; n++) await putForeign(`many ${n}`)
  const swept = await sweep()
  assert.deepEqual([swept.total, swept.orphans, swept.missing], [1006, 1005, [missing]])
})

test('an invalid FILES_URL is refused', async () => {
  await assert.rejects(openFiles({ dataDir: folder, filesUrl: 'ftp://x' }, database.sql, log), /FILES_URL/)
})

test('FILES_URL is part of the configuration, and its faults are reported with the others', () => {
  const filesUrl = 's3://files/one?endpoint=https://s3.example.org'
  assert.equal(readConfig({ FILES_URL: filesUrl }).filesUrl, filesUrl)
  assert.equal(readConfig({}).filesUrl, null)
  assert.throws(() => readConfig({ FILES_URL: 's3://a', PORT: 'x' }), /2 faults[\s\S]*PORT[\s\S]*FILES_URL: “a”/)
})
