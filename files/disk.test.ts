import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, test } from 'node:test'
import { promisify } from 'node:util'
import { createDiskStore } from './disk.ts'
import { asStorageError, StorageFull } from './file-store.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'disk-store-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const filesIn = async (path: string) =>
  (await readdir(path, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => entry.name)

test('the path has the first two pairs of digits of the digest as folders', () => {
  const sha256 = `abcd${'0'.repeat(60)}`
  assert.equal(createDiskStore('/data/files').pathOf(sha256), `/data/files/blobs/ab/cd/${sha256}`)
})

test('the same bytes stored twice, even concurrently, are one file, and no temporary file remains', async () => {
  const store = createDiskStore(folder)
  const bytes = randomBytes(50_000)
  const stored = await Promise.all(Array.from({ length: 8 }, () => store.keep(bytes)))
  stored.push(await store.keep(bytes))
  assert.equal(new Set(stored.map(({ sha256 }) => sha256)).size, 1)
  assert.deepEqual(await filesIn(folder), [digest(bytes)])
})

test('different bytes are stored concurrently without conflict', async () => {
  const store = createDiskStore(folder)
  const many = Array.from({ length: 20 }, () => randomBytes(1000))
  await Promise.all(many.map((bytes) => store.keep(bytes)))
  for (const bytes of many) assert.ok(bytes.equals(await readFile(store.pathOf(digest(bytes)))))
  assert.equal((await filesIn(folder)).length, 20)
})

test('a failed rename is an error and leaves no temporary file', async () => {
  const store = createDiskStore(folder)
  const bytes = randomBytes(100)
  await mkdir(join(store.pathOf(digest(bytes)), 'in-the-way'), { recursive: true })
  await assert.rejects(store.keep(bytes))
  assert.deepEqual(await filesIn(folder), [])
})

test('a full disk is reported as StorageFull and leaves no temporary and no final file', async () => {
  const store = createDiskStore(folder)
  const { sha256 } = await store.keep(Buffer.from('kept before'))
  // A file size limit simulates the full disk: the write fails after a few kilobytes.
  const script = `
    const { createDiskStore } = await import(${JSON.stringify(new URL('./disk.ts', import.meta.url))})
    await createDiskStore(${JSON.stringify(folder)}).keep(Buffer.alloc(1_000_000, 7)).catch((error) => console.log(error.constructor.name, error.cause.code))`
  const args = ['-c', 'ulimit -f 8 && exec "$0" --input-type=module -e "$1"', process.execPath, script]
  const { stdout } = await promisify(execFile)('sh', args)
  assert.equal(stdout.trim(), 'StorageFull EFBIG')
  assert.deepEqual(await filesIn(folder), [sha256])
})

test('a folder that cannot be created is an error', async () => {
  const blocked = join(folder, 'blocked')
  await writeFile(blocked, '')
  await assert.rejects(createDiskStore(blocked).keep(Buffer.from('x')), { code: 'ENOTDIR' })
})

test('full disk, quota and file size errors become StorageFull, other errors stay unchanged', () => {
  for (const code of ['ENOSPC', 'EDQUOT', 'EFBIG'])
    assert.ok(asStorageError(Object.assign(new Error(code), { code })) instanceof StorageFull)
  const other = Object.assign(new Error('EIO'), { code: 'EIO' })
  assert.equal(asStorageError(other), other)
})

test('only files named by their hash are listed', async () => {
  const store = createDiskStore(folder)
  const { sha256 } = await store.keep(Buffer.from('x'))
  await writeFile(join(folder, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), 'notes.txt'), '')
  assert.deepEqual(
    (await Readable.from(store.list()).toArray()).map((listed) => listed.sha256),
    [sha256],
  )
})
