import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, test } from 'node:test'
import { type FileStore, StorageUnavailable } from './file-store.ts'
import { guard } from './guard.ts'
import { createS3Store } from './s3.ts'

// S3 servers that fail: they refuse, stay silent, answer with errors, or break off.

const deadlines = { answerMs: 300, keepMs: 600, silenceMs: 300, pageMs: 300 }
const closers: (() => Promise<unknown>)[] = []
let folder: string
const surprises: unknown[] = []
const note = (error: unknown) => void surprises.push(error)
before(async () => {
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x' })
  folder = await mkdtemp(join(tmpdir(), 'guard-'))
  process.on('uncaughtException', note).on('unhandledRejection', note)
})
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})
after(async () => {
  process.off('uncaughtException', note).off('unhandledRejection', note)
  await rm(folder, { recursive: true, force: true })
})

async function storeAt(onSocket: (socket: Socket) => void, own = deadlines): Promise<FileStore> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    onSocket(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return storeOn((server.address() as { port: number }).port, own)
}
const storeOn = (port: number, own = deadlines): FileStore => {
  const address = { bucket: 'files', prefix: '', endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1' }
  return guard(createS3Store(address, folder, own), own)
}

const sha256 = createHash('sha256').update('x').digest('hex')
const bytes = randomBytes(3_000_000)
async function* source() {
  yield bytes
}
const answer = (text: string) => (socket: Socket) => socket.on('data', () => void socket.write(text))
const faults: Record<string, (socket: Socket) => void> = {
  silent: () => {},
  'silent, then breaking off': (socket) => void setTimeout(() => socket.destroy(), 200),
  'breaking off while it receives': (socket) => socket.once('data', () => socket.destroy()),
  'refusing everything': answer('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n'),
  'answering 500': answer('HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n'),
  'silent at an upload, then breaking off': (socket) =>
    socket.on('data', (part) => {
      if (part.toString('latin1').startsWith('HEAD')) socket.write('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n')
      else setTimeout(() => socket.destroy(), 100)
    }),
  'not speaking HTTP': answer('hello\r\n'),
}

for (const [what, onSocket] of Object.entries(faults))
  test(`a storage that is ${what} is reported by every call, in time, and no error escapes`, async () => {
    const store = await storeAt(onSocket)
    const startedAt = performance.now()
    const received = await store.receive(source(), bytes.length)
    const work = [received.keep(), store.keep(Buffer.from('y')), store.read(sha256, 1), store.sizeOf(sha256), store.remove(sha256)]
    const ending = Promise.allSettled<unknown>(work)
    // The caller's deadline may pass first: then the temporary file is removed while it is still being sent.
    await received.discard()
    for (const settled of await ending) {
      if (settled.status === 'fulfilled') assert.equal(settled.value, undefined, 'the file is missing')
      else assert.ok(settled.reason instanceof StorageUnavailable, String(settled.reason))
    }
    assert.ok((await ending).filter(({ status }) => status === 'rejected').length >= 4)
    await assert.rejects(store.list()[Symbol.asyncIterator]().next(), StorageUnavailable)
    await assert.rejects(store.label('identity', 'x'), StorageUnavailable)
    assert.ok(performance.now() - startedAt < 10_000)
    await new Promise((resolve) => setTimeout(resolve, 1000)) // attempts that were given up end by themselves
    assert.deepEqual(surprises, [])
    const deadline = performance.now() + 20_000
    while ((await readdir(join(folder, '.tmp'))).length > 0) {
      assert.ok(performance.now() < deadline, 'the temporary files are removed')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })

test('a storage that cannot be reached is unavailable', async () => {
  await assert.rejects(storeOn(1).sizeOf(sha256), StorageUnavailable)
})

const head = (length: number) => `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`

test('a storage that announces a file and sends nothing is reported before the file is announced to the caller', async () => {
  const store = await storeAt(answer(head(1000)))
  await assert.rejects(store.read(sha256, 1000), StorageUnavailable)
})

test('a download from a storage that falls silent, or breaks off, fails', async () => {
  for (const [after, pattern, silenceMs] of [
    [() => {}, /did not answer/, deadlines.silenceMs],
    [(socket: Socket) => socket.destroy(), /failed/, 20_000],
  ] as const) {
    const onSocket = (socket: Socket) =>
      socket.once('data', () => {
        socket.write(`${head(1000)}0123456789`)
        setTimeout(() => after(socket), 50)
      })
    const store = await storeAt(onSocket, { ...deadlines, answerMs: 20_000, silenceMs })
    const stream = await store.read(sha256, 1000)
    await assert.rejects(stream.toArray(), pattern)
  }
  assert.deepEqual(surprises, [])
})

test('a reader that pauses longer than the deadline is not taken for a silent storage', async () => {
  const large = Buffer.alloc(2_000_000, 'a')
  const silenceMs = 1000
  const onSocket = (socket: Socket) => socket.once('data', () => void socket.write(Buffer.concat([Buffer.from(head(large.length)), large])))
  const store = await storeAt(onSocket, { ...deadlines, answerMs: 20_000, silenceMs })
  const stream = await store.read(sha256, large.length)
  let size = 0
  for await (const part of stream) {
    if (size === 0) await new Promise((resolve) => setTimeout(resolve, 3 * silenceMs))
    size += (part as Buffer).length
  }
  assert.equal(size, large.length)
})
