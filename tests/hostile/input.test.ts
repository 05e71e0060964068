import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { ErrorCode } from '#contract/errors.ts'
import { findProjects } from '#contract/project.ts'
import { loggedErrors } from '#tests/support/hostile/hostile.ts'
import { assertRawProblem } from '#tests/support/problem.ts'
import { portOf, type RawAnswer, rawCall, rawConnection } from '#tests/support/raw.ts'
import { startService, type TestService, untilReady } from '#tests/support/service.ts'
import { assertShape } from '#tests/support/strict-client.ts'

// Every input gets a documented problem or a defined result, never a 5xx, never no response.

let service: TestService
let port: number
before(async () => {
  service = await startService()
  port = portOf(service.origin)
})
after(() => service.close())

type Expected = ErrorCode | 'answered' | 'empty'

function assertAnswer(answer: RawAnswer, expected: Expected): void {
  if (expected !== 'answered' && expected !== 'empty') return void assertRawProblem(answer, expected)
  assert.equal(answer.status, 200, answer.body)
  const found = JSON.parse(answer.body)
  assertShape(findProjects.answer, found, 'the answer')
  if (expected === 'empty') assert.deepEqual(found.projects, [])
}

const JSON_TYPE = 'Content-Type: application/json\r\n'
const post = (body: string | Uint8Array, head = JSON_TYPE): Buffer => {
  const bytes = Buffer.from(body as string)
  return Buffer.concat([
    Buffer.from(`POST /api/project/findmany HTTP/1.1\r\nHost: x\r\n${head}Content-Length: ${bytes.length}\r\n\r\n`),
    bytes,
  ])
}
const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

const bodies: [string, string | Uint8Array, Expected][] = [
  ['an empty body', '', 'answered'],
  ['null', 'null', 'answered'],
  ['a list', '[]', 'invalid_input'],
  ['a number', '5', 'invalid_input'],
  ['a text', '"{}"', 'invalid_input'],
  ['page 0', '{"page":0}', 'invalid_value'],
  ['page -1', '{"page":-1}', 'invalid_value'],
  ['page -0', '{"page":-0}', 'invalid_value'],
  ['page 10^9', '{"page":1000000000}', 'empty'],
  ['page 2^31 - 1', '{"page":2147483647}', 'empty'],
  ['page 2^63, beyond safe integers', '{"page":9223372036854775807}', 'invalid_value'],
  ['page 1e400', '{"page":1e400}', 'invalid_input'],
  ['page 1.5', '{"page":1.5}', 'invalid_input'],
  ['page "1"', '{"page":"1"}', 'invalid_input'],
  ['page true', '{"page":true}', 'invalid_input'],
  ['page []', '{"page":[]}', 'invalid_input'],
  ['page NaN', '{"page":NaN}', 'malformed_json'],
  ['the same key twice', '{"page":0,"page":1}', 'answered'],
  ['pageSize 0', '{"pageSize":0}', 'invalid_value'],
  ['pageSize 10^9', '{"pageSize":1000000000}', 'answered'],
  ['page and pageSize of 2^53 - 1', '{"page":9007199254740991,"pageSize":9007199254740991}', 'invalid_value'],
  ['an unknown sort', '{"sort":"id; drop table project"}', 'invalid_value'],
  ['a sort named __proto__', '{"sort":"__proto__"}', 'invalid_value'],
  ['filters as text', '{"filters":"x"}', 'invalid_input'],
  ['filters as list', '{"filters":[]}', 'invalid_input'],
  ['unknown filters', '{"filters":{"password":"x","$where":"1"}}', 'answered'],
  ['text as number', '{"filters":{"text":5}}', 'invalid_input'],
  ['text as object', '{"filters":{"text":{"$ne":null}}}', 'invalid_input'],
  ['text of 201 characters', `{"filters":{"text":"${'x'.repeat(201)}"}}`, 'invalid_value'],
  ['text of 200 characters outside of the BMP', `{"filters":{"text":"${'🦊'.repeat(200)}"}}`, 'answered'],
  ['text of 1 MB', `{"filters":{"text":"${'x'.repeat(1_000_000)}"}}`, 'body_too_large'],
  ['text of NUL', '{"filters":{"text":"\\u0000"}}', 'answered'],
  ['text with NUL inside', '{"filters":{"text":"map\\u0000map"}}', 'answered'],
  ['a lone surrogate', '{"filters":{"text":"\\ud800"}}', 'answered'],
  ['surrogates in the wrong order', '{"filters":{"text":"\\udc00\\ud800x"}}', 'answered'],
  ['text with a right-to-left override', '{"filters":{"text":"\\u202egnp.exe"}}', 'answered'],
  ['a word with many combining accents', `{"filters":{"text":"e${'\\u0301'.repeat(150)}"}}`, 'answered'],
  ['an unknown status', '{"filters":{"status":"recruiting"}}', 'invalid_value'],
  ['a status named like an Object property', '{"filters":{"status":"constructor"}}', 'invalid_value'],
  ['a status in a list of lists', '{"filters":{"status":[["open"]]}}', 'invalid_input'],
  ['tags beyond 32 bits', '{"filters":{"tags":[99999999999,-1,0]}}', 'empty'],
  ['a tag named __proto__', '{"filters":{"tags":["__proto__","constructor","toString"]}}', 'empty'],
  ['tags with a surrogate', '{"filters":{"tags":["\\ud800"]}}', 'empty'],
  ['tags 1.5', '{"filters":{"tags":1.5}}', 'invalid_input'],
  ['21 tags', `{"filters":{"tags":[${Array(21).fill(1)}]}}`, 'invalid_value'],
  ['commas alone', `{"filters":{"tags":"${',\\\\'.repeat(100)}"}}`, 'answered'],
  ['reversed dates', '{"filters":{"dateStart":"2026-12-01","dateEnd":"2026-01-01"}}', 'empty'],
  ['reversed enrollment', '{"filters":{"enrollmentStart":"9999-12-31","enrollmentEnd":"1000-01-01"}}', 'empty'],
  ['30 February', '{"filters":{"dateStart":"2026-02-30"}}', 'invalid_input'],
  ['an instant for a date', '{"filters":{"dateStart":"2026-01-01T00:00:00Z"}}', 'invalid_input'],
  ['the year 10000', '{"filters":{"dateEnd":"10000-01-01"}}', 'invalid_input'],
  ['a date in Arabic digits', '{"filters":{"dateEnd":"٢٠٢٦-٠١-٠١"}}', 'invalid_input'],
  ['a date as number', '{"filters":{"dateEnd":20260101}}', 'invalid_input'],
  ['__proto__', '{"__proto__":{"page":5}}', 'malformed_json'],
  ['__proto__ inside', '{"filters":{"__proto__":{"text":"x"}}}', 'malformed_json'],
  ['constructor.prototype', '{"constructor":{"prototype":{"page":5}}}', 'malformed_json'],
  ['deep nesting', `{"filters":${deep(8000)}}`, 'invalid_input'],
  ['deep nesting in a list', `{"filters":{"tags":${deep(8000)}}}`, 'invalid_input'],
  ['deep nesting in an unknown key', `{"x":${deep(8000)}}`, 'answered'],
  ['unclosed nesting', '['.repeat(16_000), 'malformed_json'],
  ['3000 keys', `{${Array.from({ length: 1500 }, (_, i) => `"k${i}":0`).join()}}`, 'answered'],
  ['a byte order mark', '\ufeff{}', 'answered'],
  ['truncated UTF-8', Buffer.from('{"filters":{"text":"ё"}}').subarray(0, 21), 'malformed_json'],
  ['UTF-16', Buffer.from('{}', 'utf16le'), 'malformed_json'],
  ['bytes', Buffer.from([0x7b, 0xff, 0x7d]), 'malformed_json'],
  ['XML', '<page>1</page>', 'malformed_json'],
  ['a comment', '{} // page 1', 'malformed_json'],
  ['a comma too many', '{"page":1,}', 'malformed_json'],
]

for (const [what, body, expected] of bodies)
  test(`a search with ${what} is ${expected === 'answered' ? 'answered' : expected === 'empty' ? 'an empty list' : expected}`, async () => {
    assertAnswer(await rawCall(port, post(body)), expected)
  })

for (const [what, bytes, expected] of [
  ['as text/plain', post('{}', 'Content-Type: text/plain\r\n'), 'unsupported_media_type'],
  ['as a form', post('page=1', 'Content-Type: application/x-www-form-urlencoded\r\n'), 'unsupported_media_type'],
  ['as multipart', post('--x--', 'Content-Type: multipart/form-data; boundary=x\r\n'), 'unsupported_media_type'],
  ['as JSON Patch', post('{}', 'Content-Type: application/json-patch+json\r\n'), 'unsupported_media_type'],
  ['without a type', post('{}', ''), 'unsupported_media_type'],
  ['of a type that is none', post('{}', 'Content-Type: ;;;\r\n'), 'unsupported_media_type'],
  ['packed with gzip', post(gzipSync('{}'), `${JSON_TYPE}Content-Encoding: gzip\r\n`), 'unsupported_media_type'],
  ['that claims to be br', post('{}', `${JSON_TYPE}Content-Encoding: br\r\n`), 'unsupported_media_type'],
  ['with another charset', post('{}', 'Content-Type: application/json; charset=windows-1251\r\n'), 'answered'],
  ['of no bytes and no type', `POST /api/project/findmany HTTP/1.1\r\nHost: x\r\n\r\n`, 'answered'],
] as const)
  test(`a body ${what} is ${expected}`, async () => assertAnswer(await rawCall(port, bytes), expected))

const chunked = (rest: string, head = '') =>
  `POST /api/project/findmany HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}Transfer-Encoding: chunked\r\n${head}\r\n${rest}`
for (const [what, bytes, expected] of [
  ['good chunks', chunked('1\r\n{\r\n1\r\n}\r\n0\r\n\r\n'), 'answered'],
  ['a size that is none', chunked('zz\r\n{}\r\n0\r\n\r\n'), 'bad_http'],
  ['a size too small', chunked('1\r\n{}\r\n0\r\n\r\n'), 'bad_http'],
  ['a size beyond all numbers', chunked('ffffffffffffffffff\r\n{}\r\n'), 'bad_http'],
  ['a bare line feed', chunked('2\n{}\n0\n\n'), 'bad_http'],
  ['Content-Length as well', chunked('2\r\n{}\r\n0\r\n\r\n', 'Content-Length: 2\r\n'), 'bad_http'],
  [
    'another coding after it',
    'POST /api/project/findmany HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n',
    'bad_http',
  ],
  ['17 KiB in small pieces', chunked(`${'10\r\n                \r\n'.repeat(1100)}0\r\n\r\n`), 'body_too_large'],
] as const)
  test(`a chunked body with ${what} is ${expected}`, async () => assertAnswer(await rawCall(port, bytes), expected))

const get = (path: string, head = 'Host: x\r\n', method = 'GET') => `${method} ${path} HTTP/1.1\r\n${head}\r\n`
for (const [what, bytes, expected] of [
  ['broken percent-encoding in a parameter', get('/api/user/role/%zz'), 'bad_url'],
  ['broken percent-encoding in a path', get('/api/%'), 'bad_url'],
  ['a surrogate in a path', get('/api/project/%ED%A0%80'), 'bad_url'],
  ['a page twice', get('/api/project/active?page=1&page=2'), 'invalid_input'],
  ['a page as a list', get('/api/project/active?page[]=1'), undefined],
  ['broken percent-encoding in a query', get('/api/user/role?query=%zz'), undefined],
  ['NUL in a query', get('/api/user/role?query=%00'), undefined],
  ['__proto__ in a query', get('/api/project/new?__proto__=1&constructor=2&limit=1'), undefined],
  ['a thousand parameters', get(`/api/tag?${'a&'.repeat(1000)}`), undefined],
  ['a path upwards', get('/api/project/..%2f..%2fetc%2fpasswd'), 'project_not_found'],
  ['NUL in a path', get('/api/project/%00'), 'project_not_found'],
  ['9 KB of address', get(`/api/tag?${'x'.repeat(9000)}`), 'url_too_long'],
  ['20 KB of address', get(`/api/tag?${'x'.repeat(20_000)}`), 'headers_too_large'],
  ['101 headers', get('/api/tag', `Host: x\r\n${Array.from({ length: 100 }, (_, i) => `A${i}: b\r\n`).join('')}`), 'headers_too_large'],
  ['20 KB of one header', get('/api/tag', `Host: x\r\nCookie: ${'x'.repeat(20_000)}\r\n`), 'headers_too_large'],
  ['no Host', get('/api/tag', ''), 'bad_http'],
  ['CONNECT', 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n', 'bad_http'],
  ['TRACE', get('/api/tag', undefined, 'TRACE'), 'method_not_allowed'],
  ['an unknown method', get('/api/tag', undefined, 'BREW'), 'bad_http'],
  ['a WebSocket upgrade', get('/api/tag', 'Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n'), undefined],
  ['an unknown Expect', get('/api/tag', 'Host: x\r\nExpect: the-unexpected\r\n'), undefined],
  ['an absolute URL', get('http://x/api/tag'), undefined],
  [
    'odd wishes',
    get('/api/tag', 'Host: x\r\nAccept-Encoding: ,;q=,br;q=9\r\nAccept-Language: ;;,q\r\nIf-None-Match: ",,W/\r\n'),
    undefined,
  ],
] as [string, string, ErrorCode | undefined][])
  test(`a call with ${what} is ${expected ?? 'answered'}`, async () => {
    const answer = await rawCall(port, bytes)
    if (expected) assertRawProblem(answer, expected)
    else assert.equal(answer.status, 200, answer.body)
  })

test('a slow body is refused with a problem after 10 seconds, and the connection closes', async () => {
  const connection = await rawConnection(port)
  connection.send(`POST /api/project/findmany HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}Content-Length: 100\r\n\r\n`)
  const slowBody = setInterval(() => connection.send(' '), 500)
  const startedAt = performance.now()
  const answer = await connection.answer({ withinMs: 30_000 })
  clearInterval(slowBody)
  assert.ok(performance.now() - startedAt > 9500)
  assertRawProblem(answer, 'request_timeout')
  assert.deepEqual(answer.headers.get('connection'), ['close'])
  await connection.closed()
})

test('the process still runs, and no internal error was logged', async () => {
  await untilReady(service)
  assert.deepEqual(loggedErrors(service), [])
})
