import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { listTags } from '#contract/vocabulary/tag.ts'
import { DEMO_TEMPLATE, testDatabase } from '#tests/support/database.ts'
import { startTiny } from '#tests/support/peer/tiny-server.ts'
import { assertProblem, assertRawProblem } from '#tests/support/problem.ts'
import { portOf, rawCall, rawConnection } from '#tests/support/raw.ts'
import { startService, type TestService, untilReady } from '#tests/support/service.ts'
import { until } from '#tests/support/until.ts'
import { handlerFor } from './handle.ts'

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

test('an unknown URL is a 404 problem in the caller’s language, with any method and body', async () => {
  for (const path of [
    '/nothing',
    '/api',
    '/api/nothing',
    '/api/project',
    '/api/project/a/b',
    '/api/tag//',
    '/API/tag',
    '/api/../etc/passwd',
  ])
    assertRawProblem(
      await rawCall(portOf(service.origin), `GET ${path} HTTP/1.1\r\nHost: x\r\nAccept-Language: ru\r\n\r\n`),
      'not_found',
      'ru',
    )
  for (const [type, body] of [
    ['text/plain', 'hello'],
    ['application/json', '{broken'],
    ['multipart/form-data; boundary=x', '--x--'],
  ] as const)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const response = await fetch(`${service.url}/nothing`, { method, body, headers: { 'content-type': type } })
      const { detail } = await assertProblem(response, 'not_found')
      assert.ok(detail.includes('/api/nothing') && detail.includes('/api/docs'), detail)
    }
})

for (const [method, path, allow] of [
  ['DELETE', '/tag', 'GET, HEAD, OPTIONS'],
  ['POST', '/tag/', 'GET, HEAD, OPTIONS'],
  ['GET', '/project/findmany', 'POST, OPTIONS'],
  ['HEAD', '/project/findmany', 'POST, OPTIONS'],
  ['PUT', '/project/findmany', 'POST, OPTIONS'],
  ['POST', '/project/active', 'GET, HEAD, OPTIONS'],
  ['POST', '/project/karta-dvorov', 'GET, HEAD, OPTIONS'],
  ['PATCH', '/user/role/dev', 'GET, HEAD, OPTIONS'],
  ['DELETE', '/docs', 'GET, HEAD, OPTIONS'],
  ['TRACE', '/tag', 'GET, HEAD, OPTIONS'],
  ['PROPFIND', '/project/findmany', 'POST, OPTIONS'],
] as const)
  test(`${method} ${path} is a 405 with Allow: ${allow}`, async () => {
    const hasBody = method !== 'HEAD'
    const answer = await rawCall(portOf(service.origin), `${method} /api${path} HTTP/1.1\r\nHost: x\r\n\r\n`, { hasBody })
    assert.equal(answer.status, 405)
    assert.deepEqual(answer.headers.get('allow'), [allow])
    if (hasBody) assert.ok(assertRawProblem(answer, 'method_not_allowed').detail.includes(allow))
  })

test('OPTIONS lists the methods of a URL, also without CORS', async () => {
  for (const [path, allow] of [
    ['/tag', 'GET, HEAD, OPTIONS'],
    ['/project/findmany/', 'POST, OPTIONS'],
    ['/project/anything', 'GET, HEAD, OPTIONS'],
  ] as const) {
    const response = await fetch(service.url + path, { method: 'OPTIONS' })
    assert.deepEqual([response.status, response.headers.get('allow'), await response.text()], [204, allow, ''])
    assert.equal(response.headers.get('access-control-allow-origin'), null)
  }
  await assertProblem(await fetch(`${service.url}/nothing`, { method: 'OPTIONS' }), 'not_found')
})

test('pipelined calls on one connection are answered in order', async () => {
  const connection = await rawConnection(portOf(service.origin))
  const paths = ['/api/tag', '/api/nothing', '/api/platform', '/healthz', '/api/project/active', '/api/tag']
  connection.send(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''))
  const statuses: number[] = []
  for (const _ of paths) statuses.push((await connection.answer()).status)
  assert.deepEqual(statuses, [200, 404, 200, 200, 200, 200])
  connection.end()
})

test('a call is one log line without its query, its token or its body', async () => {
  while (!service.app.catalog.searchIsReady) await sleep(10) // it is logged
  const before = service.logged.length
  const canary = 'eyJhbGciOiJub25lIn0.eyJpZCI6MX0.c2ln'
  const headers = {
    authorization: `Bearer ${canary}`,
    cookie: 'sid=pj_rt_cookie',
    'x-request-id': 'logged-call-1',
    'content-type': 'application/json',
  }
  await fetch(`${service.url}/tag?token=${canary}&phone=79990001122`, { headers })
  await fetch(`${service.url}/user/role/pj_rt_inpath.abc`, { headers })
  await fetch(`${service.url}/${canary}`, { headers })
  await fetch(`${service.url}/nothing?token=abc`, { headers })
  await fetch(`${service.url}/project/findmany`, { method: 'POST', headers, body: JSON.stringify({ filters: { text: 'private words' } }) })
  await fetch(`${service.url}/project/findmany`, { method: 'POST', headers, body: '{"broken": "pj_rt_body' })
  const lines = service.logged.slice(before)
  assert.equal(lines.length, 6)
  for (const line of lines) {
    assert.doesNotMatch(line, /eyJ|pj_rt|Bearer|token=|79990001122|private words|sid=|\?/)
    assert.equal(JSON.parse(line).id, 'logged-call-1')
    assert.equal(JSON.parse(line).msg, 'call')
  }
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).status),
    [200, 200, 404, 404, 200, 400],
  )
})

test('a connection closed in the middle of a body logs no error', async () => {
  const before = service.logged.length
  const accepting = once(service.http.server, 'connection')
  const connection = await rawConnection(portOf(service.origin))
  const [socket] = (await accepting) as [Socket]
  const half = 'POST /api/project/findmany HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"pa'
  connection.send(half)
  await until(() => socket.bytesRead === half.length)
  const closed = once(socket, 'close')
  connection.end()
  await closed
  await fetch(`${service.url}/tag?after`, { headers: { 'x-request-id': 'after-the-closed-one' } })
  await until(() => service.logged.some((line) => line.includes('after-the-closed-one')))
  for (const line of service.logged.slice(before)) assert.doesNotMatch(line, /"level":"error"|database/)
})

test('a call with a token gets the same public lists', async () => {
  for (const authorization of ['Bearer garbage', 'Bearer ', 'Basic eDp5', 'x'.repeat(4000)])
    for (const path of ['/tag', '/project/active', '/project/new', '/project/karta-dvorov', '/user/role']) {
      const [guest, other] = await Promise.all([fetch(service.url + path), fetch(service.url + path, { headers: { authorization } })])
      assert.equal(other.status, 200)
      assert.equal(await other.text(), await guest.text())
    }
})

test('the 201st concurrent call is refused immediately, and health checks are still answered', async (t) => {
  const gate = Promise.withResolvers<{ value: string }>()
  const wait = endpoint({
    id: 'wait',
    method: 'GET',
    path: '/wait',
    access: 'public',
    tag: 'T',
    summary: 'S',
    answer: Type.Object({ value: Type.String() }),
    errors: [],
  })
  let begun = 0
  let ended = 0
  const route = handlerFor()(wait, () => {
    begun++
    return gate.promise
  })
  const tiny = await startTiny({ routes: [route] })
  t.after(() => tiny.close())
  const waiting = Array.from({ length: 200 }, () => fetch(`${tiny.origin}/wait`).finally(() => ended++))
  while (begun < 200) await sleep(10)
  await assertProblem(await fetch(`${tiny.origin}/wait`), 'overloaded')
  assert.equal(ended, 0, 'it did not wait for any of them')
  assert.equal((await fetch(`${tiny.origin}/readyz`)).status, 200)
  gate.resolve({ value: 'done' })
  for (const response of await Promise.all(waiting)) assert.equal(response.status, 200)
  assert.equal((await fetch(`${tiny.origin}/wait`)).status, 200, 'room again')
})

test('connections per IP address are limited; closing one allows another', async (t) => {
  const tiny = await startTiny({ limits: { calls: null, search: null, shares: { connections: 3 } } })
  t.after(() => tiny.close())
  const heard: Socket[] = []
  tiny.http.server.on('connection', (socket) => heard.push(socket))
  const connections = await Promise.all([1, 2, 3].map(() => rawConnection(tiny.port)))
  await (await rawConnection(tiny.port)).closed()
  const other = await rawConnection(tiny.port, { localAddress: '127.0.0.2' })
  for (const connection of [...connections, other]) {
    connection.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    assert.equal((await connection.answer()).status, 200)
  }
  const first = heard.find(({ remotePort }) => remotePort === connections[0]!.socket.localPort)!
  const closed = once(first, 'close')
  connections[0]!.end()
  await closed
  const next = await rawConnection(tiny.port)
  next.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  assert.equal((await next.answer()).status, 200)
})

test('connections through a trusted proxy are not counted', async (t) => {
  const tiny = await startTiny({ limits: { calls: null, search: null, shares: { connections: 1 } }, config: { trustProxy: ['127.0.0.1'] } })
  t.after(() => tiny.close())
  const connections = await Promise.all(Array.from({ length: 5 }, () => rawConnection(tiny.port)))
  for (const connection of connections) {
    connection.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    assert.equal((await connection.answer()).status, 200)
  }
})

test('without its database the service is not ready, but cached lists are still served', async (t) => {
  const database = await testDatabase(DEMO_TEMPLATE)
  const lonely = await startService({ database })
  t.after(() => lonely.close())
  await untilReady(lonely)
  const before = await lonely.call(listTags)
  await database.close()
  await until(async () => (await fetch(`${lonely.origin}/readyz`)).status === 503) // readiness is cached for a second
  assert.equal((await fetch(`${lonely.origin}/healthz`)).status, 200)
  assert.deepEqual(await lonely.call(listTags), before)
  for (const path of ['/project/active', '/project/new', '/user/role?query=dev', '/project/karta-dvorov'])
    assert.equal((await fetch(lonely.url + path)).status, 200)
})
