import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, test } from 'node:test'
import { Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import type { App } from '#http/app.ts'
import { handlerFor } from '#http/handle.ts'
import { cachedResponse } from '#http/response/cached-response.ts'
import { startTiny, type TinyServer } from '#tests/support/peer/tiny-server.ts'
import { assertProblem, assertRawProblem } from '#tests/support/problem.ts'
import { rawCall } from '#tests/support/raw.ts'

const opened: TinyServer[] = []
after(() => Promise.all(opened.map((server) => server.close())))
const start = async (settings: Parameters<typeof startTiny>[0] = {}) => {
  const pages = [{ path: '/page', response: cachedResponse(Buffer.from('"here"')) }]
  const server = await startTiny({ pages, ...settings })
  opened.push(server)
  return server
}
const limits = (burst: number, connections = 100) => ({ calls: { name: 'calls', burst, perMinute: burst }, search: null, connections })
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

test('every kind of response has the request id of the caller or a generated one', async () => {
  const server = await start()
  for (const path of ['/page', '/nothing', '/healthz']) {
    const mine = await fetch(server.origin + path, { headers: { 'x-request-id': 'my-call.0001' } })
    assert.equal(mine.headers.get('x-request-id'), 'my-call.0001', path)
    const [one, two] = await Promise.all([
      fetch(server.origin + path),
      fetch(server.origin + path, { headers: { 'x-request-id': 'bad id' } }),
    ])
    for (const response of [one, two]) assert.match(response.headers.get('x-request-id')!, /^[A-Za-z0-9._-]{8,64}$/)
    assert.notEqual(one.headers.get('x-request-id'), two.headers.get('x-request-id'))
  }
})

test('every response has nosniff and frame-ancestors; HSTS is only sent over https', async () => {
  const [plain, secure] = await Promise.all([start(), start({ config: { publicUrl: 'https://directory.test' } })])
  for (const path of ['/page', '/nothing']) {
    const [one, two] = await Promise.all([fetch(plain.origin + path), fetch(secure.origin + path)])
    assert.equal(one.headers.get('x-content-type-options'), 'nosniff')
    assert.match(one.headers.get('content-security-policy')!, /default-src 'none'.*frame-ancestors 'none'/)
    assert.equal(one.headers.get('strict-transport-security'), null)
    assert.equal(two.headers.get('strict-transport-security'), 'max-age=31536000; includeSubDomains')
    assert.equal(one.headers.get('x-powered-by') ?? one.headers.get('server'), null)
  }
})

test('a URL of 8192 characters is accepted, one more is refused', async () => {
  const { port } = await start()
  const get = (length: number) => rawCall(port, `GET /page?${'x'.repeat(length - 6)} HTTP/1.1\r\nHost: x\r\n\r\n`)
  assert.equal((await get(8192)).status, 200)
  assertRawProblem(await get(8193), 'url_too_long')
})

test('a hundred headers are accepted, one more is refused', async () => {
  const { port } = await start()
  const get = (count: number) =>
    rawCall(port, `GET /page HTTP/1.1\r\nHost: x\r\n${Array.from({ length: count - 1 }, (_, i) => `X-${i}: 1\r\n`).join('')}\r\n`)
  assert.equal((await get(100)).status, 200)
  assertRawProblem(await get(101), 'headers_too_large')
})

test('HTTP/1.1 needs a Host, HTTP/1.0 does not', async () => {
  const { port } = await start()
  assertRawProblem(await rawCall(port, 'GET /page HTTP/1.1\r\n\r\n'), 'bad_http')
  assert.equal((await rawCall(port, 'GET /page HTTP/1.0\r\n\r\n')).status, 200)
})

test('each response states the remaining calls, and a refused one has Retry-After', async () => {
  const server = await start({ limits: limits(3) })
  const left: (string | undefined)[] = []
  for (const path of ['/page', '/nothing', '/page']) {
    const response = await fetch(server.origin + path)
    assert.equal(response.headers.get('ratelimit-policy'), '"calls";q=3;w=60')
    left.push(/^"calls";r=(\d+);t=\d+$/.exec(response.headers.get('ratelimit')!)?.[1])
  }
  assert.deepEqual(left, ['2', '1', '0'])
  const refused = await fetch(`${server.origin}/page`, { headers: { 'accept-language': 'ru' } })
  const seconds = Number(refused.headers.get('retry-after'))
  assert.ok(seconds >= 1 && seconds <= 20, String(seconds))
  assert.match(refused.headers.get('ratelimit')!, /^"calls";r=0;t=[1-9]\d*$/)
  const { detail } = await assertProblem(refused, 'too_many_calls', 'ru')
  assert.ok(detail.includes(` ${seconds} `), detail)
})

test('with two limits, a call that one refuses is not counted in the other; keys are counted separately', async () => {
  const writing = endpoint({
    id: 'writeEmail',
    method: 'POST',
    path: '/emails/{by}',
    access: 'public',
    tag: 'Test',
    summary: 'x',
    params: Type.Object({ by: Type.String() }),
    answer: Type.Object({}),
    errors: ['too_many_mails'],
  })
  const route = handlerFor<App>()(writing, async ({ spend, params }) => {
    await spend('guestEmails', params.by)
    return {}
  })
  const [slow, fast] = [
    { name: 'slow', burst: 2, perMinute: 0.001 },
    { name: 'fast', burst: 1, perMinute: 120 },
  ]
  const server = await start({ routes: [route], limits: { calls: null, search: null, guestEmails: [slow, fast] } })
  const write = (by: string) => fetch(`${server.origin}/emails/${by}`, { method: 'POST' })
  const limitOf = (response: Response) => response.headers.get('ratelimit')!.split(';')[0]
  const first = await write('a')
  assert.deepEqual([first.status, limitOf(first)], [200, '"fast"'], 'the tighter one is reported')
  let second = await write('a')
  for (; second.status === 429; second = await write('a')) assert.equal(limitOf(second), '"fast"')
  const third = await write('a')
  assert.deepEqual([second.status, limitOf(third)], [200, '"slow"'])
  assert.equal((await assertProblem(third, 'too_many_mails')).status, 429)
  assert.equal((await write('b')).status, 200)
})

test('without limits there are no RateLimit headers', async () => {
  const response = await fetch(`${(await start()).origin}/page`)
  assert.equal(response.headers.get('ratelimit') ?? response.headers.get('ratelimit-policy'), null)
})

test('X-Forwarded-For counts only when it comes from a trusted proxy', async () => {
  const direct = await start({ limits: limits(2) })
  const statuses: number[] = []
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) statuses.push((await fetch(`${direct.origin}/page`, from(address))).status)
  assert.deepEqual(statuses, [200, 200, 429])

  const proxied = await start({ limits: limits(1), config: { trustProxy: ['127.0.0.0/8', '10.0.0.0/8'] } })
  const via = async (address: string) => (await fetch(`${proxied.origin}/page`, from(address))).status
  assert.equal(await via('192.0.2.1'), 200)
  assert.equal(await via('192.0.2.2'), 200)
  assert.equal(await via('192.0.2.2'), 429)
  assert.equal(await via('192.0.2.9, 192.0.2.2, 10.1.1.1'), 429, 'the last address that is not a trusted proxy counts')
})

test('IPv6 callers of one /64 share their limit', async () => {
  const server = await start({ limits: limits(1), config: { trustProxy: ['127.0.0.1'] } })
  const via = async (address: string) => (await fetch(`${server.origin}/page`, from(address))).status
  assert.deepEqual([await via('2001:db8:1:2::1'), await via('2001:db8:1:2:ffff::2'), await via('2001:db8:1:3::1')], [200, 429, 200])
})

test('only listed origins may read responses and their headers', async () => {
  const server = await start({ config: { corsOrigins: ['https://app.example.org', 'http://localhost:5173'] } })
  for (const path of ['/page', '/nothing'])
    for (const origin of ['https://app.example.org', 'http://localhost:5173']) {
      const response = await fetch(server.origin + path, { headers: { origin } })
      assert.equal(response.headers.get('access-control-allow-origin'), origin)
      assert.match(response.headers.get('access-control-expose-headers')!, /ETag.*Retry-After.*RateLimit.*X-Request-Id/)
      assert.match(response.headers.get('vary')!, /\bOrigin\b/)
    }
  for (const origin of [
    'https://evil.example.org',
    'https://app.example.org.evil.com',
    'https://evilapp.example.org',
    'http://app.example.org',
    'https://app.example.org:8443',
    'https://APP.example.org',
    'null',
    '*',
  ]) {
    const response = await fetch(`${server.origin}/page`, { headers: { origin } })
    assert.equal(response.headers.get('access-control-allow-origin'), null, origin)
    assert.match(response.headers.get('vary')!, /\bOrigin\b/, 'a cache must not hand it to a listed origin')
  }
})

test('a preflight allows methods and headers to listed origins; others only get Allow', async () => {
  const server = await start({ config: { corsOrigins: ['https://app.example.org'] } })
  const ask = (origin: string, method = 'GET') =>
    fetch(`${server.origin}/page`, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': method } })
  const good = await ask('https://app.example.org')
  assert.equal(good.status, 204)
  assert.equal(good.headers.get('access-control-allow-origin'), 'https://app.example.org')
  assert.equal(good.headers.get('access-control-allow-methods'), 'GET, HEAD, OPTIONS')
  assert.match(good.headers.get('access-control-allow-headers')!, /authorization, content-type/)
  assert.equal(good.headers.get('access-control-max-age'), '7200')
  assert.equal(good.headers.get('access-control-allow-credentials'), null)
  const evil = await ask('https://evil.example.org')
  assert.equal(evil.status, 204)
  assert.equal(evil.headers.get('allow'), 'GET, HEAD, OPTIONS')
  for (const name of ['access-control-allow-origin', 'access-control-allow-methods', 'access-control-allow-headers'])
    assert.equal(evil.headers.get(name), null)
})

test('without listed origins there are no CORS headers', async () => {
  const response = await fetch(`${(await start()).origin}/page`, { headers: { origin: 'https://app.example.org' } })
  assert.equal(response.headers.get('access-control-allow-origin'), null)
  assert.doesNotMatch(response.headers.get('vary')!, /Origin/)
})

// A socket that was reset has no address any more, though its call can still be read: a proxy gives up while this process is busy. Here it waits
// for the client, a process of its own.
test('a connection that is reset before its call is read does not end the process', async () => {
  const server = await start({ config: { trustProxy: ['127.0.0.1'] } })
  const client = `
    const socket = require('node:net').connect(${new URL(server.origin).port}, '127.0.0.1', () =>
      socket.write('GET /page HTTP/1.1\\r\\nHost: x\\r\\nX-Forwarded-For: 192.0.2.1\\r\\n\\r\\n', () => socket.resetAndDestroy()))`
  assert.equal(spawnSync(process.execPath, ['-e', client]).status, 0)
  assert.equal((await fetch(`${server.origin}/page`)).status, 200)
})
