import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { createDiskStore } from './disk.ts'
import { FileDamaged, FileMissing, type FileStore, FileTooLarge, type Listed, type Range } from './file-store.ts'
import { createS3Store } from './s3.ts'

// Contract test: every FileStore implementation must pass it.

type Rig = { open(): FileStore; spool: string; close(): Promise<void> }

async function diskRig(): Promise<Rig> {
  const folder = await mkdtemp(join(tmpdir(), 'store-disk-'))
  return { open: () => createDiskStore(folder), spool: join(folder, '.tmp'), close: () => rm(folder, { recursive: true, force: true }) }
}

type S3Server = { run(): Promise<{ port: number }>; close(): Promise<void> }

async function s3Rig(): Promise<Rig> {
  const folder = await mkdtemp(join(tmpdir(), 'store-s3-'))
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }) // the only credentials s3rver accepts
  // @ts-expect-error: it has no types
  const { default: S3rver } = (await import('s3rver')) as { default: new (options: object) => S3Server }
  const configureBuckets = [{ name: 'files' }]
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: join(folder, 'bucket'), configureBuckets })
  const { port } = await server.run()
  const address = { bucket: 'files', prefix: 'one/', endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1' }
  return {
    open: () => createS3Store(address, join(folder, 'local')),
    spool: join(folder, 'local', '.tmp'),
    async close() {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const spooled = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

async function* inParts(bytes: Buffer, size = 10_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const listOf = (store: FileStore): Promise<Listed[]> => Readable.from(store.list()).toArray()

async function bytesOf(store: FileStore, sha256: string, size: number, range?: Range): Promise<Buffer> {
  return Buffer.concat(await (await store.read(sha256, size, range)).toArray())
}

for (const [what, makeRig] of Object.entries({ 'on disk': diskRig, 'in a bucket': s3Rig }))
  describe(`a store ${what}`, () => {
    let rig: Rig
    let store: FileStore
    before(async () => {
      rig = await makeRig()
      store = rig.open()
    })
    after(() => rig.close())

    test('bytes are read back unchanged', async () => {
      for (const bytes of [Buffer.alloc(0), Buffer.from('text\r\n\0\xff'), randomBytes(1), randomBytes(9 * 1024 * 1024 + 1)]) {
        const received = await store.receive(inParts(bytes, 65_536), bytes.length)
        assert.deepEqual([received.sha256, received.size], [digest(bytes), bytes.length])
        assert.equal(await store.sizeOf(received.sha256), undefined, 'nothing is stored yet')
        await received.keep()
        await received.discard()
        assert.equal(await store.sizeOf(received.sha256), bytes.length)
        assert.ok(bytes.equals(await bytesOf(store, received.sha256, bytes.length)))
      }
      assert.deepEqual(await spooled(rig.spool), [])
    })

    test('before they are stored, the head or all bytes can be read', async () => {
      const bytes = randomBytes(30_000)
      const received = await store.receive(inParts(bytes, 1000), 30_000)
      assert.ok(received.head.equals(bytes.subarray(0, received.head.length)) && received.head.length >= 4096)
      assert.ok(bytes.equals(Buffer.concat(await received.open().toArray())))
      await received.discard()
      assert.deepEqual([await store.sizeOf(received.sha256), await spooled(rig.spool)], [undefined, []])
    })

    test('one byte over the limit is refused and leaves nothing', async () => {
      await assert.rejects(store.receive(inParts(randomBytes(20_001)), 20_000), FileTooLarge)
      assert.deepEqual(await spooled(rig.spool), [])
    })

    test('a source that fails leaves nothing', async () => {
      async function* broken() {
        yield randomBytes(5000)
        throw new Error('cut')
      }
      await assert.rejects(store.receive(broken(), 20_000), /cut/)
      assert.deepEqual(await spooled(rig.spool), [])
    })

    test('the same bytes stored twice, even concurrently, are one file; keep and discard are idempotent', async () => {
      const bytes = randomBytes(20_000)
      await Promise.all(Array.from({ length: 4 }, () => store.keep(bytes)))
      const received = await store.receive(inParts(bytes), 20_000)
      await received.keep()
      await received.keep()
      await received.discard()
      await received.discard()
      assert.ok(bytes.equals(await bytesOf(store, digest(bytes), bytes.length)))
      const listed = (await listOf(store)).filter(({ sha256 }) => sha256 === digest(bytes))
      assert.equal(listed.length, 1)
    })

    test('a view into a larger buffer stores only its own bytes', async () => {
      const { sha256, size } = await store.keep(Buffer.from('before inside after').subarray(7, 13))
      assert.equal(size, 6)
      assert.equal((await bytesOf(store, sha256, size)).toString(), 'inside')
    })

    test('a range includes its first and last byte', async () => {
      const { sha256 } = await store.keep(Buffer.from('0123456789'))
      assert.equal((await bytesOf(store, sha256, 10, { start: 2, end: 5 })).toString(), '2345')
      assert.equal((await bytesOf(store, sha256, 10, { start: 9, end: 9 })).toString(), '9')
    })

    test('a file of another length is FileDamaged, whole or as a range, also one behind its end', async () => {
      const { sha256 } = await store.keep(Buffer.from('0123456789abc'))
      for (const size of [12, 14, 100]) {
        await assert.rejects(store.read(sha256, size), FileDamaged)
        await assert.rejects(store.read(sha256, size, { start: 1, end: 5 }), FileDamaged)
      }
      await assert.rejects(store.read(sha256, 100, { start: 50, end: 60 }), FileDamaged)
    })

    test('an absent file is FileMissing, and remove is idempotent', async () => {
      const sha256 = digest(Buffer.from('never kept'))
      await assert.rejects(store.read(sha256, 1), FileMissing)
      assert.equal(await store.sizeOf(sha256), undefined)
      await store.remove(sha256)
      const stored = await store.keep(Buffer.from('soon gone'))
      await store.remove(stored.sha256)
      assert.equal(await store.sizeOf(stored.sha256), undefined)
    })

    test('all files are listed in ascending order of the hash, with size and time', async () => {
      for (let i = 0; i < 20; i++) await store.keep(Buffer.from(`number ${i}`))
      const listed = await listOf(store)
      const hashes = listed.map(({ sha256 }) => sha256)
      assert.deepEqual(hashes, hashes.toSorted())
      const seventh = listed.find(({ sha256 }) => sha256 === digest(Buffer.from('number 7')))!
      assert.equal(seventh.size, 8)
      assert.ok(Math.abs(seventh.at.getTime() - Date.now()) < 120_000)
    })

    test('the identity of a store is set once', async () => {
      const [first, second] = await Promise.all([store.label('identity', 'first'), rig.open().label('identity', 'first')])
      assert.deepEqual([first, second], ['first', 'first'])
      assert.equal(await rig.open().label('identity', 'another'), 'first')
      assert.equal(await store.label('store-id', 'second'), 'second', 'another label has its own text')
    })

    test('old temporary files are removed, current ones are not', async () => {
      const [dead, alive] = [await store.receive(inParts(randomBytes(10)), 10), await store.receive(inParts(randomBytes(10)), 10)]
      await utimes(dead.path, new Date(0), new Date(0))
      assert.equal(await store.tidy(new Date(Date.now() - 3_600_000)), 1)
      assert.equal((await spooled(rig.spool)).length, 1)
      await alive.keep()
      await Promise.all([dead.discard(), alive.discard()])
      assert.equal(await store.sizeOf(alive.sha256), 10)
    })
  })
