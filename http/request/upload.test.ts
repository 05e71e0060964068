import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { ErrorCode } from '#contract/errors.ts'
import { createDiskStore } from '#files/disk.ts'
import { type FileStore, StorageFull } from '#files/file-store.ts'
import { createZipInspector, type ZipInspector } from '#files/zip-thread.ts'
import { createUploadRate } from '#http/limits/upload-rate.ts'
import { refusalOf } from '#http/response/problem.ts'
import { pdf } from '#tests/support/documents.ts'
import { BOUNDARY, FORM_TYPE, type FormPart, field, file, formBody } from '#tests/support/form.ts'
import { rawConnection } from '#tests/support/raw.ts'
import { zipOf } from '#tests/support/sample/zip.ts'
import { createUploads, pace, receiveForm } from './upload.ts'

const KB = 1024
let folder: string
let store: FileStore
let server: Server
let port: number
let rules: Parameters<typeof receiveForm>[1]
let uploadPace = pace
let uploads = createUploads()
const inspected: number[] = [] // by whom
const { namesOf } = createZipInspector()
const zips: ZipInspector = { namesOf: (person, path, signal) => namesOf(inspected.push(person) && person, path, signal) }
let keeps = false // whether the files are stored
let underWay = 0 // forms without a response yet
let delay = 0 // ms before the form is read, as when access is checked first: the body is then complete already

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upload-'))
  store = createDiskStore(folder)
  server = createServer(async (message, response) => {
    const person = Number(message.headers['x-person'] ?? 1)
    underWay++
    if (delay > 0) await wait(delay)
    receiveForm(message, rules, { files: store, uploads, zips }, { person, address: '192.0.2.1' }, uploadPace)
      .then(async ({ fields, files }) => {
        if (keeps) await Promise.all(files.map((file) => file.keep())).finally(() => files.map((file) => file.discard()))
        const received = files.map(({ name, extension, mime, size, sha256 }) => ({ name, extension, mime, size, sha256 }))
        await Promise.all(files.map((file) => file.discard()))
        return { fields, files: received }
      })
      .catch((error) => ({ ...refusalOf(error), why: String(error) }))
      .then((answer) => {
        underWay--
        const body = JSON.stringify(answer)
        response.writeHead(200, { 'content-length': Buffer.byteLength(body) }).end(body)
      })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
after(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true, force: true })
})
const reset = () => {
  rules = { files: { most: 2, mostBytes: 64 * KB }, errors: ['file_type_refused'] }
  uploadPace = pace
  keeps = false
  uploads = createUploads()
}
reset()
afterEach(async () => {
  reset()
  assert.deepEqual(await leftAside(), [], 'nothing is left aside')
})

/** Until all forms are done: a closed connection is noticed with a delay. */
async function leftAside(): Promise<string[]> {
  const names = () => readdir(join(folder, '.tmp')).catch(() => [])
  const deadline = performance.now() + 15_000
  while ((underWay > 0 || (await names()).length > 0) && performance.now() < deadline) await wait(20)
  assert.equal(underWay, 0)
  return names()
}

type Answer = {
  code?: ErrorCode
  details?: Record<string, unknown>
  fields: Record<string, string>
  files: { name: string; extension: string; mime: string; size: number; sha256: string }[]
}

async function send(body: Uint8Array, type = FORM_TYPE, person = 1): Promise<Answer> {
  const headers = { 'content-type': type, 'x-person': String(person) }
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: body as Buffer<ArrayBuffer> })
  return response.json() as Promise<Answer>
}
const sendParts = (...parts: FormPart[]) => send(formBody(parts))
const text = (size: number, name = 'a.txt') => file(name, Buffer.alloc(size, 'a'))
const head = (length: number | null, person = 1) =>
  `POST / HTTP/1.1\r\nHost: x\r\nX-Person: ${person}\r\nContent-Type: ${FORM_TYPE}\r\n${length === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`}\r\n\r\n`

test('fields and files are received with their names', async () => {
  const answer = await sendParts(field('project', 'tree'), field('comment', 'Ёлка\r\nи 😀'), file('план работ.pdf', pdf('x', [])), text(5))
  assert.deepEqual(answer.fields, { project: 'tree', comment: 'Ёлка\r\nи 😀' })
  assert.deepEqual(
    answer.files.map(({ name, extension, mime }) => [name, extension, mime]),
    [
      ['план работ.pdf', 'pdf', 'application/pdf'],
      ['a.txt', 'txt', 'text/plain'],
    ],
  )
})

test('a form made by FormData is parsed', async () => {
  const form = new FormData()
  form.set('project', 'tree')
  form.append('files', new File(['hello'], 'заметка "1".txt'))
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: form })
  const { fields, files } = (await response.json()) as Answer
  assert.deepEqual([fields, files.map(({ name, size }) => [name, size])], [{ project: 'tree' }, [['заметка %221%22.txt', 5]]])
})

test('paths and unsafe file names are cleaned', async () => {
  const { files } = await sendParts(file('../../etc/passwd.txt', 'a'), file('C:\\\\x\\\\y.txt', 'b'))
  assert.deepEqual(files.map(({ name }) => name).sort(), ['passwd.txt', 'y.txt'])
})

test('a file of exactly the limit is accepted, one byte more is refused', async () => {
  assert.equal((await sendParts(text(64 * KB))).files[0]!.size, 64 * KB)
  const { code, details } = await sendParts(text(64 * KB + 1))
  assert.deepEqual([code, details], ['file_too_large', { limit: 0.0625 }])
})

test('the numbers of files, fields and parts are limited', async () => {
  const fields = (count: number) => Array.from({ length: count }, (_, i) => field(`f${i}`, 'v'))
  const two = await sendParts(...fields(10), text(1), text(1, 'b.txt'))
  assert.deepEqual([Object.keys(two.fields).length, two.files.length], [10, 2])
  assert.equal((await sendParts(text(1), text(1), text(1))).code, 'too_many_files')
  assert.equal((await sendParts(...fields(11))).code, 'too_many_files')
  assert.equal((await sendParts(...Array.from({ length: 10_000 }, (_, i) => field(`f${i}`, 'v')))).code, 'too_many_files')
})

test('too many parts, the last without an end, are refused and do not end the process', async (t) => {
  t.after(() => {
    delay = 0
  })
  delay = 20
  const part = `--${BOUNDARY}\r\nX: y\r\n\r\nx\r\n`
  for (const end of ['', `--${BOUNDARY}--\r\n`]) {
    const answer = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { 'content-type': FORM_TYPE },
      body: part.repeat(13) + end,
    })
    assert.equal(((await answer.json()) as { code: string }).code, 'too_many_files')
  }
})

test('a Content-Type with a boundary longer than RFC 2046 allows is malformed', async () => {
  const boundary = 'b'.repeat(300)
  const answer = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: formBody([field('a', '1')], { boundary }),
  })
  assert.equal(((await answer.json()) as { code: string }).code, 'malformed_upload')
})

test('a field of 8 KiB is accepted, a larger one and a duplicate are refused', async () => {
  assert.equal((await sendParts(field('a', 'x'.repeat(8 * KB)))).fields.a!.length, 8 * KB)
  assert.equal((await sendParts(field('a', 'x'.repeat(8 * KB + 1)))).code, 'malformed_upload')
  assert.equal((await sendParts(field('a', '1'), field('a', '2'))).code, 'malformed_upload')
})

test('fields named like properties of Object.prototype are ordinary fields', async () => {
  const { fields } = await sendParts(field('constructor', '1'), field('__proto__', '2'))
  assert.deepEqual(Object.entries(fields), [
    ['constructor', '1'],
    ['__proto__', '2'],
  ])
})

test('a file in another part, or a part without a name, is malformed', async () => {
  assert.equal((await sendParts(file('a.txt', 'a', 'avatar'))).code, 'malformed_upload')
  assert.equal((await sendParts({ content: 'x' })).code, 'malformed_upload')
  assert.equal((await sendParts({ filename: 'a.txt', content: 'x' })).code, 'malformed_upload')
})

test('a missing or wrong boundary, a missing end, or another content is malformed', async () => {
  const body = formBody([text(100)])
  for (const type of ['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=other'])
    assert.equal((await send(body, type)).code, 'malformed_upload', type)
  assert.equal((await send(formBody([text(100)], { isClosed: false }))).code, 'malformed_upload')
  assert.equal((await send(Buffer.from('hello'))).code, 'malformed_upload')
  assert.equal((await send(Buffer.alloc(0))).code, 'malformed_upload')
  assert.equal((await send(Buffer.from(`--${BOUNDARY}\r\n`))).code, 'malformed_upload')
})

test('the empty part of a file input without a file is ignored', async () => {
  const { files, fields } = await sendParts(field('project', 'tree'), file('', ''))
  assert.deepEqual([files, fields], [[], { project: 'tree' }])
})

test('a file type that is not allowed is refused; endpoints without that error in their contract check it themselves', async () => {
  const { code, details } = await sendParts(file('a.svg', '<svg/>'))
  assert.equal(code, 'file_type_refused')
  assert.equal(details!.name, 'a.svg')
  assert.match(String(details!.expected), /pdf, docx/)
  assert.equal((await sendParts(file('x\u202etxt.pdf', pdf('x', [])))).code, 'file_type_refused')
  rules = { ...rules, errors: [] }
  assert.deepEqual((await sendParts(file('a.svg', '<svg/>'))).files[0]!.mime, 'application/octet-stream')
})

test('the content is inspected when the file is stored, not before: the caller may not be allowed to store it', async () => {
  const zip = file('a.zip', zipOf([{ name: '../../etc/passwd' }]))
  const page = file('a.md', '<!doctype html>')
  for (const part of [zip, page]) assert.equal((await sendParts(part)).files.length, 1)
  assert.deepEqual(inspected, [])
  keeps = true
  for (const part of [zip, page]) assert.equal((await sendParts(part)).code, 'file_type_refused')
  assert.deepEqual(inspected, [1])
  assert.equal((await sendParts(file('b.zip', zipOf([{ name: 'a.txt' }])))).files[0]!.mime, 'application/zip')
})

test('a full disk is reported as storage_full, a failing one as storage_unavailable', async () => {
  const full: FileStore = { ...store, receive: async () => Promise.reject(new StorageFull('full')) }
  await withStore(full, async () => assert.equal((await sendParts(text(60 * KB))).code, 'storage_full'))
  const blocked = join(folder, 'blocked')
  await writeFile(blocked, '')
  await withStore(createDiskStore(blocked), async () => assert.equal((await sendParts(text(60 * KB))).code, 'storage_unavailable'))
})

async function withStore(other: FileStore, work: () => Promise<void>): Promise<void> {
  const own = store
  store = other
  try {
    await work()
  } finally {
    store = own
  }
}

test('a caller that keeps sending after the refusal gets the response, and the connection stays usable', async () => {
  const body = formBody([text(60 * KB), text(60 * KB, 'b.txt'), text(1, 'c.txt'), field('pad', ''), text(2_000_000, 'd.txt')])
  const connection = await rawConnection(port)
  connection.send(head(body.length))
  for (let at = 0; at < body.length; at += 50_000) {
    connection.send(body.subarray(at, at + 50_000))
    await wait(1)
  }
  assert.equal(JSON.parse((await connection.answer()).body).code, 'too_many_files')
  const small = formBody([text(1)])
  connection.send(head(small.length))
  connection.send(small)
  assert.equal(JSON.parse((await connection.answer()).body).files.length, 1)
  connection.end()
})

test('a connection closed at any point leaves no temporary files', async () => {
  const body = formBody([field('project', 'tree'), text(3000), text(3000, 'b.txt')])
  for (let cut = 1; cut < body.length; cut += 401) {
    const connection = await rawConnection(port)
    connection.send(head(body.length))
    connection.send(body.subarray(0, cut))
    await wait(3)
    connection.end()
  }
})

test('a connection closed before the form is read releases its slot', async (t) => {
  const gone = createServer()
  t.after(() => gone.close())
  gone.listen(0, '127.0.0.1')
  await once(gone, 'listening')
  const caller = await rawConnection((gone.address() as AddressInfo).port)
  caller.send(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${FORM_TYPE}\r\nContent-Length: 5000\r\n\r\n--`)
  const [message] = (await once(gone, 'request')) as [IncomingMessage]
  caller.end()
  await new Promise((resolve) => message.on('error', () => {}).once('close', resolve))
  const owners = { person: 77, address: '192.0.2.1' }
  const refused = receiveForm(message, rules, { files: store, uploads, zips }, owners).catch((error) => error)
  const answer = await Promise.race([refused, wait(15_000, 'still waiting', { ref: false })])
  assert.equal((answer as { code: string }).code, 'malformed_upload')
})

test('a body shorter than its Content-Length is malformed', async () => {
  const body = formBody([text(3000)])
  const connection = await rawConnection(port)
  connection.send(head(body.length + 100))
  connection.send(body.subarray(0, 2000))
  await wait(20)
  connection.socket.end()
  await connection.closed()
})

test('an upload that is too slow or takes too long is refused', async () => {
  assert.deepEqual(pace, { graceSeconds: 10, bytesPerSecond: 16 * KB, mostSeconds: 300 })
  for (const slow of [
    { graceSeconds: 2, bytesPerSecond: 16 * KB, mostSeconds: 300 }, // also the time to read the response
    { graceSeconds: 5, bytesPerSecond: 1, mostSeconds: 0.2 },
  ]) {
    uploadPace = slow
    const connection = await rawConnection(port)
    connection.send(head(50_000))
    connection.send(formBody([text(100)], { isClosed: false }))
    const answer = await connection.answer()
    assert.equal(JSON.parse(answer.body).code, 'too_slow')
    connection.end()
  }
})

test('an upload above the minimum rate is not interrupted', async () => {
  uploadPace = { graceSeconds: 1, bytesPerSecond: 10, mostSeconds: 60 }
  const body = formBody([text(3000)])
  const connection = await rawConnection(port)
  connection.send(head(body.length))
  for (let at = 0; at < body.length; at += 400) {
    connection.send(body.subarray(at, at + 400))
    await wait(150)
  }
  assert.equal(JSON.parse((await connection.answer()).body).files.length, 1)
  connection.end()
})

async function untilUnderWay(count: number): Promise<void> {
  const deadline = performance.now() + 10_000
  while (underWay !== count || (await readdir(join(folder, '.tmp')).catch(() => [])).length !== count) {
    assert.ok(performance.now() < deadline, `${count} uploads are not under way`)
    await wait(10)
  }
}

/** Begins a form and leaves it unfinished. */
async function begin(person: number) {
  const connection = await rawConnection(port)
  connection.send(head(50_000, person))
  connection.send(formBody([text(100)], { isClosed: false }))
  return connection
}

test('a person may have two concurrent uploads, without blocking other people', async () => {
  const open = [await begin(1), await begin(1)]
  await untilUnderWay(2)
  assert.deepEqual(await send(formBody([text(1)]), FORM_TYPE, 1).then(({ code, details }) => [code, details]), [
    'too_many_calls',
    { seconds: 5 },
  ])
  assert.equal((await send(formBody([text(1)]), FORM_TYPE, 2)).code, undefined)
  open[0]!.end()
  await untilUnderWay(1)
  assert.equal((await send(formBody([text(1)]), FORM_TYPE, 1)).code, undefined, 'a place is free again')
  open[1]!.end()
})

test('twenty concurrent uploads are accepted, the next is refused as overloaded', async () => {
  const open = await Promise.all(Array.from({ length: 20 }, (_, i) => begin(100 + i)))
  await untilUnderWay(20)
  assert.equal((await send(formBody([text(1)]), FORM_TYPE, 7)).code, 'overloaded')
  for (const connection of open) connection.end()
  await untilUnderWay(0)
  assert.equal((await send(formBody([text(1)]), FORM_TYPE, 7)).code, undefined)
})

test('what one person uploads in an hour is limited in bytes, stored or not, and others are not affected', async () => {
  let clock = 0
  uploads = createUploads({ rate: createUploadRate({ limits: { uploadsPerHour: 100, bytesPerHour: 150 * KB }, clock: () => clock }) })
  const codeOf = async (size: number, person = 1) => (await send(formBody([text(size)]), FORM_TYPE, person)).code
  assert.equal(await codeOf(60 * KB), undefined)
  assert.equal(await codeOf(64 * KB + 1), 'file_too_large', 'refused bytes count as well')
  const refused = await send(formBody([text(60 * KB)]))
  assert.deepEqual([refused.code, refused.details?.minutes], ['upload_limit', 14])
  assert.equal(await codeOf(60 * KB, 2), undefined)
  clock += 15 * 60_000
  assert.equal(await codeOf(60 * KB), undefined, 'the bytes of a quarter of an hour are free again')
})

test('a body without an announced length is counted while it arrives', async () => {
  uploads = createUploads({ rate: createUploadRate({ limits: { uploadsPerHour: 100, bytesPerHour: 10 * KB } }) })
  const connection = await rawConnection(port)
  const body = formBody([text(30 * KB)])
  connection.send(head(null))
  connection.send(`${body.length.toString(16)}\r\n`)
  connection.send(body)
  connection.send('\r\n0\r\n\r\n')
  assert.equal(JSON.parse((await connection.answer()).body).code, 'upload_limit')
  connection.end()
})

test('the number of uploads in an hour is limited too', async () => {
  let clock = 0
  uploads = createUploads({ rate: createUploadRate({ limits: { uploadsPerHour: 3, bytesPerHour: 1000 * KB }, clock: () => clock }) })
  const codes = []
  for (let n = 0; n < 4; n++) codes.push((await sendParts(text(1))).code)
  assert.deepEqual(codes, [undefined, undefined, undefined, 'upload_limit'])
  clock += 20 * 60_000
  assert.equal((await sendParts(text(1))).code, undefined)
})
