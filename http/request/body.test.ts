import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { PassThrough, Readable } from 'node:stream'
import { mock, test } from 'node:test'
import { Refusal } from '#http/response/problem.ts'
import { isPlainJson, parseJson, readBody } from './body.ts'

const message = (parts: (string | Uint8Array)[], headers: Record<string, string> = {}): IncomingMessage =>
  Object.assign(
    Readable.from(
      parts.map((part) => Buffer.from(part)),
      { objectMode: false },
    ),
    { headers },
  ) as unknown as IncomingMessage

const refusalOf = async (work: Promise<unknown> | (() => unknown)): Promise<Refusal> => {
  try {
    await (typeof work === 'function' ? work() : work)
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error))
    return error
  }
  assert.fail('nothing was refused')
}

for (const [type, encoding, isPlain] of [
  ['application/json', undefined, true],
  ['Application/JSON; charset=utf-8', undefined, true],
  ['application/json', 'identity', true],
  ['application/json', 'gzip', false],
  ['application/json-patch+json', undefined, false],
  ['application/jsonx', undefined, false],
  ['text/plain', undefined, false],
  ['', undefined, false],
] as const)
  test(`a body of type “${type}” in encoding ${encoding ?? 'none'} is ${isPlain ? '' : 'not '}plain JSON`, () => {
    const headers = { 'content-type': type, ...(encoding ? { 'content-encoding': encoding } : {}) }
    assert.equal(isPlainJson(message([], headers)), isPlain)
  })

test('a body is read completely, in any number of chunks', async () => {
  assert.equal((await readBody(message(['{"a"', ':', '1}']), 100)).toString(), '{"a":1}')
  assert.equal((await readBody(message([]), 100)).length, 0)
})

test('a body of exactly the limit is accepted, one byte more is refused', async () => {
  assert.equal((await readBody(message(['x'.repeat(10)]), 10)).length, 10)
  const refusal = await refusalOf(readBody(message(['x'.repeat(6), 'x'.repeat(5)]), 10))
  assert.equal(refusal.code, 'body_too_large')
  assert.equal(refusal.details.limit, 10)
  assert.equal(refusal.headers.connection, 'close')
})

test('a body whose Content-Length exceeds the limit is refused before it is read', async () => {
  const never = Object.assign(new PassThrough(), { headers: { 'content-length': '11' } }) as unknown as IncomingMessage
  assert.equal((await refusalOf(readBody(never, 10))).code, 'body_too_large')
})

test('a body that is incomplete after 10 seconds is refused', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    const never = Object.assign(new PassThrough(), { headers: {} }) as unknown as IncomingMessage
    let isRefused = false
    const refusing = refusalOf(readBody(never, 10)).finally(() => {
      isRefused = true
    })
    mock.timers.tick(9999)
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(isRefused, false)
    mock.timers.tick(1)
    const refusal = await refusing
    assert.equal(refusal.code, 'request_timeout')
    assert.equal(refusal.details.seconds, 10)
    assert.equal(refusal.headers.connection, 'close')
  } finally {
    mock.timers.reset()
  }
})

test('a connection closed in the middle of a body is not a database error', async () => {
  const broken = Object.assign(new PassThrough(), { headers: {} }) as unknown as IncomingMessage & PassThrough
  const refusing = refusalOf(readBody(broken, 10))
  broken.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
  assert.equal((await refusing).code, 'bad_http')
})

test('an empty body is an empty object, and a byte order mark is ignored', () => {
  assert.deepEqual(parseJson(Buffer.from('')), {})
  assert.deepEqual(parseJson(Buffer.from('\ufeff{"page":2}')), { page: 2 })
})

for (const [what, body] of [
  ['broken JSON', '{"page":'],
  ['text', 'hello'],
  ['two values', '{} {}'],
  ['__proto__', '{"__proto__":{"isAdmin":true}}'],
  ['an escaped __proto__', '{"\\u005f_proto__":{}}'],
  ['a constructor with a prototype', '{"a":{"constructor":{"prototype":{}}}}'],
  ['NUL in the open', '{"a":"\u0000"}'],
] as const)
  test(`${what} is malformed JSON, with a reason`, async () => {
    const refusal = await refusalOf(() => parseJson(Buffer.from(body)))
    assert.equal(refusal.code, 'malformed_json')
    assert.ok(String(refusal.details.why).length > 3)
    assert.ok(String(refusal.details.why).length <= 100)
  })

test('bytes that are not UTF-8 are refused', async () => {
  for (const bytes of [
    [0x22, 0xd0, 0x22], // a Russian letter cut in half
    [0x22, 0xed, 0xa0, 0x80, 0x22], // a lone surrogate
    [0xff, 0xfe, 0x7b, 0, 0x7d, 0], // UTF-16
  ]) {
    const refusal = await refusalOf(() => parseJson(Buffer.from(bytes)))
    assert.equal(refusal.code, 'malformed_json')
    assert.equal(refusal.details.why, 'not UTF-8')
  }
})
