import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { handlerFor } from '#http/handle.ts'
import { startTiny, type TinyServer } from '#tests/support/peer/tiny-server.ts'
import { rawCall, rawConnection } from '#tests/support/raw.ts'

const opened: TinyServer[] = []
after(() => Promise.all(opened.map((server) => server.close())))
const start = async (...settings: Parameters<typeof startTiny>) => {
  const server = await startTiny(...settings)
  opened.push(server)
  return server
}

const slow = endpoint({
  id: 'slow',
  method: 'GET',
  path: '/slow',
  access: 'public',
  tag: 'T',
  summary: 'S',
  answer: Type.Object({ done: Type.Boolean() }),
  errors: [],
})

test('/healthz reports on the process and /readyz on the database', async (t) => {
  let now = Math.round(performance.now())
  t.mock.method(performance, 'now', () => now)
  let isReady = true
  const server = await start({ checkReadiness: async () => ({ database: isReady, feed: true }) })
  for (const path of ['/healthz', '/healthz/', '/healthz?from=probe', '/readyz', '/readyz/']) {
    const response = await fetch(server.origin + path)
    assert.equal(response.status, 200, path)
    assert.deepEqual(await response.json(), { status: 'ok' })
    assert.equal(response.headers.get('cache-control'), 'no-store')
  }
  isReady = false
  now += 1000
  assert.equal((await fetch(`${server.origin}/readyz`)).status, 200, 'remembered for a second')
  now += 1
  const response = await fetch(`${server.origin}/readyz`)
  assert.equal(response.status, 503)
  assert.equal(response.headers.get('retry-after'), '2')
  assert.equal(response.headers.get('content-type'), 'application/problem+json; charset=utf-8')
  const problem = { type: 'about:blank', title: 'Service Unavailable', status: 503, detail: 'Not ready: database', checks: ['database'] }
  assert.deepEqual(await response.json(), problem)
  assert.equal((await fetch(`${server.origin}/healthz`)).status, 200)
})

test('only callers on private addresses hear which checks fail', async () => {
  const server = await start({ checkReadiness: async () => ({ database: true, database_write: false, storage: false }) })
  const local = (await (await fetch(`${server.origin}/readyz`)).json()) as { checks: string[] }
  assert.deepEqual(local.checks, ['database_write', 'storage'])
  const strange = await fetch(`${server.origin}/readyz`, { headers: { 'x-forwarded-for': '203.0.113.7' } })
  assert.deepEqual([strange.status, await strange.text()], [503, '{"status":"unavailable"}'])
})

test('/readyz?reads=1 fails only while this process stops, or is late although the database answers', async () => {
  const cases: [Record<string, boolean>, number][] = [
    [{ database: true, feed: true }, 200],
    [{ database: false, feed: false }, 200],
    [{ database: true, feed: true, database_write: false, storage: false, disk: false, schema: false }, 200],
    [{ database: true, feed: false }, 503],
  ]
  for (const [given, status] of cases) {
    const fresh = await start({ checkReadiness: async () => given })
    assert.equal((await fetch(`${fresh.origin}/readyz?reads=1`)).status, status, JSON.stringify(given))
  }
  const draining = await start({ drainPauseMs: 600_000 })
  const drained = draining.http.drain()
  assert.equal((await rawCall(draining.port, 'GET /readyz?reads=1 HTTP/1.1\r\nHost: x\r\n\r\n')).status, 503)
  await Promise.all([drained, draining.http.drain()])
})

test('/readyz fails within a second when the database fails or does not answer', async (t) => {
  const broken = await start({ checkReadiness: () => Promise.reject(new Error('no database')) })
  assert.equal((await fetch(`${broken.origin}/readyz`)).status, 503)
  const checked = Promise.withResolvers<void>()
  const frozen = await start({
    checkReadiness: () => {
      checked.resolve()
      return new Promise(() => {})
    },
  })
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const answer = rawCall(frozen.port, 'GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n')
  await checked.promise
  t.mock.timers.tick(1000)
  assert.equal((await answer).status, 503)
})

test('HEAD answers like GET without a body, other methods are refused', async () => {
  const server = await start()
  const head = await fetch(`${server.origin}/readyz`, { method: 'HEAD' })
  assert.equal(head.status, 200)
  assert.equal(head.headers.get('content-length'), '15')
  assert.equal(await head.text(), '')
  const post = await fetch(`${server.origin}/healthz`, { method: 'POST' })
  assert.equal(post.status, 405)
  assert.equal(post.headers.get('allow'), 'GET, HEAD, OPTIONS')
})

test('health checks are exempt from the rate limits', async () => {
  const policy = { name: 'calls', burst: 1, perMinute: 1 }
  const server = await start({ limits: { calls: policy, search: null } })
  await fetch(server.origin)
  assert.equal((await fetch(server.origin)).status, 429)
  assert.equal((await fetch(`${server.origin}/healthz`)).status, 200)
  assert.equal((await fetch(`${server.origin}/readyz`)).status, 200)
})

test('a drain waits for calls in flight, closes their connections and the idle ones, and then ends without delay', async () => {
  const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slowRoute = handlerFor()(slow, async () => {
    begun.resolve()
    await mayEnd.promise
    return { done: true }
  })
  const server = await start({ routes: [slowRoute] })
  const [busy, idle, silent] = await Promise.all([rawConnection(server.port), rawConnection(server.port), rawConnection(server.port)])
  idle.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  assert.equal((await idle.answer()).status, 200)
  busy.send('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n')
  await begun.promise
  const startedAt = performance.now()
  const draining = server.http.drain()
  await Promise.all([idle.closed(), silent.closed()])
  await assert.rejects(rawConnection(server.port), { code: 'ECONNREFUSED' })
  mayEnd.resolve()
  const answer = await busy.answer()
  assert.equal(answer.status, 200)
  assert.equal(answer.body, '{"done":true}')
  assert.deepEqual(answer.headers.get('connection'), ['close'])
  await busy.closed()
  await draining
  assert.ok(performance.now() - startedAt < 20_000, 'it did not come to the hard stop')
})

test('a call that arrives during a drain is answered with Connection: close, and /readyz says draining', async () => {
  const server = await start()
  const heard: Socket[] = []
  server.http.server.on('connection', (socket) => heard.push(socket))
  const connections = await Promise.all(
    ['/readyz', '/healthz', '/nothing'].map(async (path) => ({ path, raw: await rawConnection(server.port) })),
  )
  for (const { path, raw } of connections) raw.send(`GET ${path} HTTP/1.1\r\nHost: x\r\n`) // the last line is sent later
  while (heard.length < connections.length || heard.some(({ bytesRead }) => bytesRead === 0)) await sleep(5)
  const draining = server.http.drain()
  for (const { path, raw } of connections) {
    raw.send('\r\n')
    const answer = await raw.answer()
    assert.deepEqual(answer.headers.get('connection'), ['close'], path)
    assert.equal(answer.status, { '/readyz': 503, '/healthz': 200, '/nothing': 404 }[path])
    if (path === '/readyz') assert.deepEqual(JSON.parse(answer.body).checks, ['draining'])
  }
  await draining
})

test('between the first 503 of /readyz and the end of listening new connections are still answered', async () => {
  const server = await start({ drainPauseMs: 600_000 })
  const draining = server.http.drain()
  for (const [path, status] of [
    ['/readyz', 503],
    ['/nothing', 404],
    ['/healthz', 200],
  ] as const) {
    const answer = await rawCall(server.port, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    assert.equal(answer.status, status)
    assert.deepEqual(answer.headers.get('connection'), ['close'], path)
  }
  const again = server.http.drain() // a second call does not wait
  await Promise.all([draining, again])
  await assert.rejects(rawConnection(server.port), { code: 'ECONNREFUSED' })
})
