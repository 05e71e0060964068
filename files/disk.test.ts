import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, test } from 'node:test'
import { promisify } from 'node:util'
import { createDiskStore } from './disk.ts'
import { asStorageError, StorageFull, StorageUnavailable } from './file-store.ts'
import { closeToOthers } from './private.ts'

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
  await assert.rejects(
    createDiskStore(blocked).keep(Buffer.from('x')),
    (error: Error) => error instanceof StorageUnavailable && (error.cause as { code: string }).code === 'ENOTDIR',
  )
})

test('full disk, quota and file size errors become StorageFull, those of a failing disk StorageUnavailable, others stay unchanged', () => {
  for (const code of ['ENOSPC', 'EDQUOT', 'EFBIG'])
    assert.ok(asStorageError(Object.assign(new Error(code), { code })) instanceof StorageFull)
  for (const code of ['EIO', 'EROFS', 'EACCES', 'ENOENT'])
    assert.ok(asStorageError(Object.assign(new Error(code), { code })) instanceof StorageUnavailable)
  const other = Object.assign(new Error('the client broke off'), { code: 'ECONNRESET' })
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

test('folders and files are readable by their owner only', async () => {
  const store = createDiskStore(folder)
  const { sha256 } = await store.keep(Buffer.from('private'))
  await store.label('identity', 'x')
  const received = await store.receive(Readable.from([Buffer.from('temporary')]), 100)
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
  const file = store.pathOf(sha256)
  for (const path of [file, received.path, join(folder, 'identity')]) assert.equal(await modeOf(path), '600', path)
  for (const path of [dirname(file), dirname(dirname(file)), join(folder, 'blobs'), join(folder, '.tmp')])
    assert.equal(await modeOf(path), '700', path)
  await received.discard()
})

test('what an earlier version left readable by others is corrected, also after an interruption', async () => {
  const store = createDiskStore(folder)
  const { sha256 } = await store.keep(Buffer.from('was open'))
  const file = store.pathOf(sha256)
  const paths = [folder, join(folder, 'blobs'), dirname(dirname(file)), dirname(file), file]
  const modes = async () => (await Promise.all(paths.map((path) => stat(path)))).map(({ mode }) => (mode & 0o777).toString(8))
  for (const path of paths) await chmod(path, path === file ? 0o644 : 0o755)
  await chmod(folder, 0o700) // a run that was interrupted right after its first step
  await closeToOthers(folder, join(folder, 'blobs'))
  assert.deepEqual(await modes(), ['700', '700', '700', '700', '600'])
})
