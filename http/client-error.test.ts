import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { after, before, test } from 'node:test'
import { defaultSettings } from '#rules/settings/settings.ts'
import { startTiny, type TinyServer, tinyConfig } from '#tests/support/peer/tiny-server.ts'
import { assertRawProblem } from '#tests/support/problem.ts'
import { rawCall, rawConnection } from '#tests/support/raw.ts'
import { answerClientError } from './client-error.ts'

let server: TinyServer
before(async () => {
  server = await startTiny()
})
after(() => server.close())

for (const [what, bytes] of [
  ['an unknown method', 'BREW /tea HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['CONNECT', 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n'],
  ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
  ['a header without a name', 'GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n'],
  ['a folded header', 'GET / HTTP/1.1\r\nHost: x\r\nA: 1\r\n 2\r\n\r\n'],
  ['NUL in a header', 'GET / HTTP/1.1\r\nHost: x\r\nA: \0\r\n\r\n'],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  ['HTTP/3.0', 'GET / HTTP/3.0\r\nHost: x\r\n\r\n'],
] as const)
  test(`${what} is answered with a problem before the connection closes`, async () => {
    const connection = await rawConnection(server.port)
    connection.send(Buffer.from(bytes, 'latin1'))
    const answer = await connection.answer()
    assertRawProblem(answer, 'bad_http')
    assert.deepEqual(answer.headers.get('connection'), ['close'])
    await connection.closed()
  })

test('headers beyond 16 KiB are refused as too large', async () => {
  assertRawProblem(await rawCall(server.port, `GET / HTTP/1.1\r\nHost: x\r\nA: ${'y'.repeat(17_000)}\r\n\r\n`), 'headers_too_large')
})

test('a client error is logged under the request id of its response', async () => {
  const answer = await rawCall(server.port, 'BREW /secret?token=abc HTTP/1.1\r\nHost: x\r\n\r\n')
  const { requestId } = assertRawProblem(answer, 'bad_http')
  const lines = server.logged.filter((line) => line.includes(requestId))
  assert.equal(lines.length, 1)
  assert.equal(JSON.parse(lines[0]!).code, 'bad_http')
  assert.equal(JSON.parse(lines[0]!).ip, '127.0.0.0/24')
  assert.doesNotMatch(lines[0]!, /secret|abc/)
})

test('headers that take too long are a 408 with Retry-After, in the language of the directory', async () => {
  const socket = new PassThrough()
  answerClientError(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket as unknown as Socket, {
    config: tinyConfig,
    settings: { ...defaultSettings, locale: 'ru' },
  })
  const text = (await socket.toArray()).join('')
  assert.match(text, /^HTTP\/1\.1 408 Request Timeout\r\n/)
  assert.match(text, /retry-after: 1\r\n/)
  assert.match(text, /"detail":"Запрос не был передан за 10 с\./)
  assert.equal(Number(/content-length: (\d+)/.exec(text)?.[1]), Buffer.byteLength(text.slice(text.indexOf('\r\n\r\n') + 4)))
})

test('a closed connection gets no response', async () => {
  const socket = new PassThrough()
  const app = { config: tinyConfig, settings: defaultSettings }
  assert.equal(answerClientError(Object.assign(new Error(), { code: 'ECONNRESET' }), socket as unknown as Socket, app), undefined)
  assert.equal(socket.destroyed, true)
  assert.equal(socket.readableLength, 0)
})
