import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readConfig } from '#run/config/config.ts'
import { scrubFiles } from '#run/duties/sweep.ts'
import { startMetrics } from '#run/metrics/metrics.ts'
import { countDamaged } from '#store/file/check.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { download, type FileService, fileOf, type Person, personOf, remove, startWithFiles, upload } from '#tests/support/result.ts'
import { startService } from '#tests/support/service.ts'
import { until } from '#tests/support/until.ts'
import { openFiles, refuseOtherStore } from './files.ts'

let service: FileService
let boris: Person
before(async () => {
  service = await startWithFiles()
  boris = await personOf(service, 'boris')
})
after(() => service.close())

const pathOf = (sha256: string) => join(service.folder, 'files', 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), sha256)
const flipBit = async (sha256: string) => {
  const bytes = await readFile(pathOf(sha256))
  bytes[Math.floor(bytes.length / 2)]! ^= 1
  await writeFile(pathOf(sha256), bytes)
}
const store = async (content: string | Uint8Array) => {
  await service.sql`delete from file where team_id = 2`
  return fileOf(await upload(service, boris, { content }))
}
const isLogged = (sha256: string) => service.logged.some((line) => line.includes('a stored file is damaged') && line.includes(sha256))

for (const [what, damage] of [
  ['a flipped bit', flipBit],
  ['a missing end', (sha256: string) => truncate(pathOf(sha256), 5)],
  ['nothing left', (sha256: string) => truncate(pathOf(sha256), 0)],
] as const)
  test(`a file with ${what} is refused and logged, and good again when it is uploaded once more`, async () => {
    const content = `our report, later with ${what}`
    const { id, sha256 } = await store(content)
    assert.equal(await (await download(service, null, id)).text(), content)
    await damage(sha256)
    await assertProblem(await download(service, null, id), 'file_damaged')
    await assertProblem(await download(service, null, id), 'file_damaged')
    await until(() => isLogged(sha256)) // and marked: a part of a file is not compared with its hash
    await assertProblem(await download(service, null, id, { range: 'bytes=1-3' }), 'file_damaged', 'en')
    await remove(service, boris, id)
    const again = await fileOf(await upload(service, boris, { content }))
    assert.equal(await (await download(service, null, again.id)).text(), content)
  })

test('a large file with a flipped bit never arrives completely', async () => {
  const { id, sha256, size } = await store(Buffer.alloc(1_000_000, 'a'))
  await flipBit(sha256)
  const response = await download(service, null, id)
  assert.equal(response.headers.get('content-length'), String(size))
  await assert.rejects(response.arrayBuffer())
  const marked = async () => (await service.sql`select 1 from blob where sha256 = ${sha256} and damaged_at is not null`).length === 1
  for (const until = performance.now() + 60_000; !(await marked()) && performance.now() < until; );
  await assertProblem(await download(service, null, id), 'file_damaged')
})

test('a truncated file is refused before its head is sent, for HEAD and ranges too', async () => {
  const { id, sha256 } = await store('0123456789')
  await truncate(pathOf(sha256), 9)
  const head = await fetch(`${service.url}/file/${id}`, { method: 'HEAD' })
  assert.equal(head.status, 500)
  await assertProblem(await download(service, null, id, { range: 'bytes=0-2' }), 'file_damaged')
})

test('the scrub finds what nobody has downloaded, counts it for /metrics, and notices a repair', async () => {
  const { sql, app } = service
  await sql`delete from blob`
  const { id, sha256 } = await store('read by nobody')
  const scrub = () => scrubFiles({ ...app })
  assert.deepEqual(await scrub(), { checked: 1, damaged: 0 })
  assert.deepEqual(await scrub(), { checked: 0, damaged: 0 }, 'not again for a month')
  await flipBit(sha256)
  await sql`update blob set checked_at = now() - interval '31 days'`
  assert.deepEqual(await scrub(), { checked: 1, damaged: 1 })
  // Marked after the reader has failed.
  for (const until = performance.now() + 60_000; (await countDamaged(sql)) === 0 && performance.now() < until; );
  assert.equal(await countDamaged(sql), 1)
  const metrics = await startMetrics(readConfig({ METRICS_PORT: '0', PORT: '1' }), { sql, log: app.log, listSnapshots: async () => [] })
  assert.match(await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text(), /^projectory_files_damaged 1$/m)
  await metrics.close()
  await assertProblem(await download(service, null, id), 'file_damaged')
  await flipBit(sha256)
  assert.deepEqual(await scrub(), { checked: 1, damaged: 0 })
  assert.equal(await (await download(service, null, id)).text(), 'read by nobody')
})

test('a node with other files than its database is refused', async (t) => {
  const other = await mkdtemp(join(tmpdir(), 'other-files-'))
  t.after(() => rm(other, { recursive: true, force: true }))
  const env = { DATA_DIR: other, KEY_FILE: service.config.keyFile }
  await assert.rejects(startService({ database: service.database, env }), /files of this database are in another place/)
  const same = await startService({ database: service.database, env: { DATA_DIR: service.folder } })
  await same.close()
  const files = await openFiles({ dataDir: other, filesUrl: null }, service.sql, service.app.log)
  await service.sql`update file_store set identity = gen_random_uuid()`
  await assert.rejects(refuseOtherStore(files, service.sql, service.app.log), /belong to another database/)
})

test('without its storage the service starts and works, except for files: 503 storage_unavailable', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'no-storage-'))
  const away = await startService({ env: { DATA_DIR: folder, FILES_URL: 's3://files?endpoint=http://127.0.0.1:1' } })
  t.after(async () => {
    await away.close()
    await rm(folder, { recursive: true, force: true })
  })
  const person = await personOf(away, 'boris')
  await assertProblem(await upload(away, person, { category: 'Video' }), 'storage_unavailable')
  const [row] =
    await away.sql`select f.id from file f join project p on p.id = f.project_id where f.is_public and p.state = 'published' limit 1`
  const refused = await download(away, null, row!.id, { 'accept-language': 'ru' })
  assert.equal(refused.headers.get('retry-after'), '30')
  await assertProblem(refused, 'storage_unavailable', 'ru')
  assert.equal((await fetch(`${away.url}/tag`)).status, 200)
})

test('the folder of the files is closed to others when the service starts', async () => {
  assert.equal((await stat(join(service.folder, 'files'))).mode & 0o077, 0)
})
