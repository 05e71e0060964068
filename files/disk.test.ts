import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { promisify } from 'node:util'
import { createDiskStore } from './disk.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'disk-store-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const filesIn = async (path: string) =>
  (await readdir(path, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => entry.name)

test('bytes come back identical, whatever they are', async () => {
  const store = createDiskStore(folder)
  for (const bytes of [Buffer.alloc(0), Buffer.from('text\r\n\0\xff'), randomBytes(1), randomBytes(3_000_001)]) {
    const { sha256, size } = await store.keep(bytes)
    assert.deepEqual([sha256, size], [digest(bytes), bytes.length])
    assert.ok(bytes.equals(await readFile(store.pathOf(sha256))))
  }
})

test('a view into a larger buffer keeps its own bytes only', async () => {
  const store = createDiskStore(folder)
  const { sha256, size } = await store.keep(Buffer.from('before inside after').subarray(7, 13))
  assert.equal(size, 6)
  assert.equal(await readFile(store.pathOf(sha256), 'utf8'), 'inside')
})

test('a file lies under the first two pairs of digits of its digest', () => {
  const sha256 = `abcd${'0'.repeat(60)}`
  assert.equal(createDiskStore('/data/files').pathOf(sha256), `/data/files/blobs/ab/cd/${sha256}`)
})

test('the same bytes twice, even at the same time, are one file, and nothing is left aside', async () => {
  const store = createDiskStore(folder)
  const bytes = randomBytes(50_000)
  const kept = await Promise.all(Array.from({ length: 8 }, () => store.keep(bytes)))
  kept.push(await store.keep(bytes))
  assert.equal(new Set(kept.map(({ sha256 }) => sha256)).size, 1)
  assert.deepEqual(await filesIn(folder), [digest(bytes)])
})

test('different bytes at the same time do not touch each other', async () => {
  const store = createDiskStore(folder)
  const many = Array.from({ length: 20 }, () => randomBytes(1000))
  await Promise.all(many.map((bytes) => store.keep(bytes)))
  for (const bytes of many) assert.ok(bytes.equals(await readFile(store.pathOf(digest(bytes)))))
  assert.equal((await filesIn(folder)).length, 20)
})

test('a write that fails at the last step leaves no file aside and says so', async () => {
  const store = createDiskStore(folder)
  const bytes = randomBytes(100)
  await mkdir(join(store.pathOf(digest(bytes)), 'in-the-way'), { recursive: true })
  await assert.rejects(store.keep(bytes))
  assert.deepEqual(await filesIn(folder), [])
})

test('a disk that is full half-way leaves no file aside and nothing under the final name', async () => {
  const store = createDiskStore(folder)
  const { sha256 } = await store.keep(Buffer.from('kept before'))
  // A limit on the size of files stands in for the full disk: the write stops with an error after a few kilobytes.
  const script = `
    const { createDiskStore } = await import(${JSON.stringify(new URL('./disk.ts', import.meta.url))})
    await createDiskStore(${JSON.stringify(folder)}).keep(Buffer.alloc(1_000_000, 7)).catch((error) => console.log(error.code))`
  const args = ['-c', 'ulimit -f 8 && exec "$0" --input-type=module -e "$1"', process.execPath, script]
  const { stdout } = await promisify(execFile)('sh', args)
  assert.equal(stdout.trim(), 'EFBIG')
  assert.deepEqual(await filesIn(folder), [sha256])
})

test('a folder that cannot be made is an error, not a silent loss', async () => {
  const blocked = join(folder, 'blocked')
  await writeFile(blocked, '')
  await assert.rejects(createDiskStore(blocked).keep(Buffer.from('x')), { code: 'ENOTDIR' })
})
